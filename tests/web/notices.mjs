// notices.mjs - who has closed the page hears of their turn: asked for by a click, sealed by the server, shown by the browser.
import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { begin, inStep, MINUTE, moves, must, person, room } from './stage.mjs';

/** A push service: what is posted to it, one after the other. */
async function service() {
  const got = [];
  const line = createServer((request, answer) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      got.push(Buffer.concat(parts));
      answer.writeHead(201).end();
    });
  });
  await new Promise((done) => line.listen(0, '127.0.0.1', done));
  return { got, url: `http://127.0.0.1:${line.address().port}/send/ben`, close: () => line.close() };
}

/* In the page: a browser whose service is that one. A browser without windows has none of its own. */
function subscribe({ endpoint, p256dh, auth }) {
  let now = null;
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' }); // it says so only when asked
  PushManager.prototype.getSubscription = () => Promise.resolve(now);
  PushManager.prototype.subscribe = ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || !applicationServerKey) return Promise.reject(new Error('not allowed'));
    now = {
      endpoint,
      options: {},
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
      unsubscribe: () => Promise.resolve(true),
    };
    return Promise.resolve(now);
  };
}

/** RFC 8291, from the side of the browser. */
function open(ecdh, auth, body) {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const hmac = (key, ...parts) =>
    parts.reduce((hash, part) => hash.update(part), createHmac('sha256', key)).digest();
  const shared = hmac(auth, ecdh.computeSecret(sender));
  const secret = hmac(salt, hmac(shared, 'WebPush: info\0', ecdh.getPublicKey(), sender, '\x01'));
  const key = hmac(secret, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16);
  const nonce = hmac(secret, 'Content-Encoding: nonce\0\x01').subarray(0, 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString();
}

async function comes(what, happened) {
  for (const end = Date.now() + MINUTE; !(await happened());) {
    must(Date.now() < end, what);
    await new Promise((done) => setTimeout(done, 20));
  }
}

export const tests = {
  async 'who has closed the page is told of their turn, once they asked for it by a click'() {
    const push = await service();
    const ecdh = createECDH('prime256v1');
    const [p256dh, auth] = [ecdh.generateKeys(), randomBytes(16)].map((key) => key.toString('base64url'));
    const [ann, ben] = [await person('Ann'), await person('Ben', { permissions: ['notifications'] })];
    await ben.context().addInitScript(subscribe, { endpoint: push.url, p256dh, auth });
    const link = await room(ann, 'duel');
    await ann.click('.options summary');
    await ann.selectOption('[data-testid=absent]', 'wait');
    await ben.goto(link);
    await ben.waitForSelector('[data-testid=ready]');
    await ben.click('header button:has-text("Settings")');
    await ben.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const asked = [];
    ben.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(JSON.parse(payload))));
    await ben.check('[data-testid=notify]');
    await comes('no subscription', () =>
      asked.some(({ op, endpoint }) => op === 'notify' && endpoint === push.url),
    );
    await ben.keyboard.press('Escape');
    await begin(ann, ben, 'duel');
    do {
      await moves([ann, ben], 1);
      await inStep([ann, ben]);
    } while (!(await ann.$('[data-testid=moves] button')));
    const settings = await ben.context().newPage(); // another page of the same browser, without a table
    await ben.close();
    await ann.waitForSelector('[data-testid=away]');
    must(push.got.length === 0, 'who was there was told');
    await comes('nothing was sent', async () => {
      await ann.evaluate(() => globalThis.playStep(''));
      return push.got.length;
    });
    const text = open(ecdh, Buffer.from(auth, 'base64url'), push.got[0]);
    const code = link.split('/').at(-1);
    must(
      text ===
        JSON.stringify({ title: 'It is your turn', body: '7 Wonders Duel', url: `/r/${code}`, tag: code }),
      text,
    );
    await settings.goto(new URL('/', link).href);
    const devtools = await settings.context().newCDPSession(settings);
    const worker = new Promise((done) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) done(registrations[0].registrationId);
      }),
    );
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(link).origin,
      registrationId: await worker,
      data: text,
    });
    await settings.waitForFunction(async () => {
      const here = await navigator.serviceWorker.ready;
      const [shown] = await here.getNotifications();
      return shown?.title === 'It is your turn' && shown.body === '7 Wonders Duel';
    });
    push.close();
  },
};
