// beside.mjs - not a test: the same load on this server and on boardgame.io, in turns, on one machine.
//
//   node tests/server/beside.mjs build/parlor build/tests/server/bench [MATCHES [SECONDS [ROUNDS]]]
//
// boardgame.io is fetched into .deps/boardgame (npm, one exact version). It plays the smallest game there can
// be (a counter) and keeps it in memory; Parlor plays Sea Salt & Paper with its rules and syncs each move to
// the disk before it answers. Two players a match, each on a WebSocket of its own, answer at once. What is
// compared is the server's CPU a move, of all its threads, which does not depend on how fast the players are;
// moves a second and latencies are printed too, and there the players, who are on the same cores, have a part.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '0.50.2';
const here = dirname(fileURLToPath(import.meta.url));
const home = resolve(here, '../../.deps/boardgame');
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK']));

function fetchPeer() {
  if (existsSync(join(home, 'node_modules/boardgame.io'))) return;
  mkdirSync(home, { recursive: true });
  execFileSync('npm', [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--prefix',
    home,
    `boardgame.io@${VERSION}`,
  ]);
}

/** Its rooms are asked for at a port of their own: with one for both, what listens was put together before they were. */
const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** The other server, in a process of its own. */
async function serve() {
  const { Server } = createRequire(join(home, 'x.js'))('boardgame.io/server');
  const counter = {
    name: 'counter',
    setup: () => ({ n: 0 }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: { count: ({ G }) => ({ n: G.n + 1 }) },
    minPlayers: 2,
    maxPlayers: 2,
  };
  const running = await Server({ games: [counter], origins: ['*'] }).run({
    port: 0,
    lobbyConfig: { apiPort: await freePort() },
  });
  console.log(`ports ${running.appServer.address().port} ${running.apiServer.address().port}`);
}

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'ascii').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function post(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

const middle = (list, part) => list[Math.min(list.length - 1, Math.floor(list.length * part))];

/** Moves for so many seconds, each answered at once by whose turn it is. */
async function playPeer(matches, seconds) {
  const { io } = createRequire(join(home, 'x.js'))('socket.io-client');
  const server = spawn(process.execPath, [fileURLToPath(import.meta.url), '--serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [url, api] = await new Promise((heard) => {
    let text = '';
    server.stdout.on('data', (part) => {
      text += part;
      const found = /^ports (\d+) (\d+)$/m.exec(text);
      if (found) heard(found.slice(1).map((port) => `http://127.0.0.1:${port}`));
    });
  });
  const sockets = [];
  const took = [];
  let moves = 0;
  let counts = false;
  const turn = (socket, matchID, playerID, credentials, state) => {
    if (state.ctx.currentPlayer !== playerID) return;
    socket.since = performance.now();
    const payload = { type: 'count', args: [], playerID, credentials };
    socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, matchID, playerID);
  };
  for (let match = 0; match < matches; match++) {
    const { matchID } = await post(`${api}/games/counter/create`, { numPlayers: 2 });
    for (const playerID of ['0', '1']) {
      const joined = await post(`${api}/games/counter/${matchID}/join`, {
        playerID,
        playerName: `P${playerID}`,
      });
      const credentials = joined.playerCredentials;
      const socket = io(`${url}/counter`, { transports: ['websocket'], forceNew: true });
      sockets.push(socket);
      const synced = new Promise((done) => socket.once('sync', (_, info) => done(info.state)));
      socket.on('connect', () => socket.emit('sync', matchID, playerID, credentials, 2));
      socket.on('update', (_, state) => {
        if (socket.since) {
          moves++;
          if (counts) took.push(performance.now() - socket.since);
        }
        socket.since = 0;
        turn(socket, matchID, playerID, credentials, state);
      });
      socket.begin = () => synced.then((state) => turn(socket, matchID, playerID, credentials, state));
      await synced;
    }
  }
  for (const socket of sockets) await socket.begin();
  await new Promise((done) => setTimeout(done, 1000)); // what is compiled by then is compiled
  const [before, first, began] = [cpuSeconds(server.pid), moves, performance.now()];
  counts = true;
  await new Promise((done) => setTimeout(done, seconds * 1000));
  const [used, made, passed] = [
    cpuSeconds(server.pid) - before,
    moves - first,
    (performance.now() - began) / 1000,
  ];
  for (const socket of sockets) socket.close();
  server.kill();
  took.sort((a, b) => a - b);
  return { rate: made / passed, cpu: (used * 1e6) / made, p50: middle(took, 0.5), p99: middle(took, 0.99) };
}

function playParlor(parlor, bench, matches, seconds) {
  const told = JSON.parse(
    execFileSync(bench, [parlor, 'moves', String(matches), String(seconds), 'sea-salt']),
  );
  return { rate: told.moves_per_s, cpu: told.cpu_us_per_move, p50: told.p50_ms, p99: told.p99_ms };
}

function print(name, one) {
  const per = Math.round(1e6 / one.cpu);
  console.log(
    `${name.padEnd(13)} ${Math.round(one.rate)} moves/s, ${one.cpu.toFixed(1)} us of CPU a move (${per} a core), ` +
      `p50 ${one.p50.toFixed(2)} ms, p99 ${one.p99.toFixed(2)} ms`,
  );
}

async function main([parlor, bench, matches = 100, seconds = 8, rounds = 3]) {
  fetchPeer();
  const ratios = [];
  for (let round = 0; round < Number(rounds); round++) {
    const peer = await playPeer(Number(matches), Number(seconds));
    print(`boardgame.io`, peer);
    const ours = playParlor(parlor, bench, matches, seconds);
    print('Parlor', ours);
    ratios.push(peer.cpu / ours.cpu);
  }
  ratios.sort((a, b) => a - b);
  console.log(
    `moves a core: ${middle(ratios, 0.5).toFixed(1)} times as many (${ratios.map((r) => r.toFixed(1)).join(', ')})`,
  );
  process.exit(0);
}

if (process.argv[2] === '--serve') await serve();
else await main(process.argv.slice(2));
