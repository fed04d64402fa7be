// sound.ts - a few soft sounds, made on the spot; none until somebody asks for them.
import { settings } from './settings.svelte';
import type { Session } from './transport';
import type { TableEvent } from './types';

export type Sound = 'card' | 'shuffle' | 'coin' | 'strike' | 'lift' | 'score' | 'turn' | 'won' | 'lost';

/** What is heard of what happened: the first line that fits an event's name, the rarest first. */
const heard: [RegExp, Sound][] = [
  [/shuffl|_laid|mulligan|mixed/, 'shuffle'],
  [/scored|vp_|declared|token_taken|wonder_built/, 'score'],
  [/destroy|stolen|damage|attack_hit|pawn|swapped|^hp$|force|unit_down/, 'strike'],
  [/coin|paid|loot/, 'coin'],
  [/mended|_apply|snare|shield_set|power_/, 'lift'],
  [
    /drawn|played|kept|taken|discard|built|drafted|moved|returned|attached|selected|card_to|walk|step|miss|cleared|revealed/,
    'card',
  ],
];

interface Tone {
  at: number; // seconds from now
  hz: number;
  to?: number; // slides there
  s: number;
  loud: number;
  shape?: OscillatorType;
}

const tones: Record<Exclude<Sound, 'card' | 'shuffle'>, Tone[]> = {
  coin: [
    { at: 0, hz: 1760, s: 0.09, loud: 0.12 },
    { at: 0.06, hz: 2349, s: 0.16, loud: 0.1 },
  ],
  strike: [{ at: 0, hz: 190, to: 60, s: 0.2, loud: 0.35, shape: 'triangle' }],
  lift: [{ at: 0, hz: 392, to: 523, s: 0.24, loud: 0.12 }],
  score: [
    { at: 0, hz: 659, s: 0.14, loud: 0.14 },
    { at: 0.1, hz: 880, s: 0.2, loud: 0.14 },
  ],
  turn: [
    { at: 0, hz: 587, s: 0.12, loud: 0.1 },
    { at: 0.09, hz: 784, s: 0.22, loud: 0.1 },
  ],
  won: [523, 659, 784, 1047].map((hz, i) => ({ at: i * 0.11, hz, s: 0.34, loud: 0.15 })),
  lost: [440, 392, 330].map((hz, i) => ({
    at: i * 0.16,
    hz,
    s: 0.34,
    loud: 0.12,
    shape: 'triangle' as const,
  })),
};

let audio: AudioContext | undefined;

function tone(to: AudioContext, each: Tone): void {
  const start = to.currentTime + each.at;
  const voice = to.createOscillator();
  const gain = to.createGain();
  voice.type = each.shape ?? 'sine';
  voice.frequency.setValueAtTime(each.hz, start);
  if (each.to) voice.frequency.exponentialRampToValueAtTime(each.to, start + each.s);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(each.loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + each.s);
  voice.connect(gain).connect(to.destination);
  voice.start(start);
  voice.stop(start + each.s + 0.02);
}

/** Paper: a short breath of noise through a narrow band. */
function paper(to: AudioContext, at: number, loud: number): void {
  const seconds = 0.07;
  const noise = to.createBufferSource();
  const buffer = to.createBuffer(1, Math.ceil(to.sampleRate * seconds), to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const band = to.createBiquadFilter();
  const gain = to.createGain();
  band.type = 'bandpass';
  band.frequency.value = 2400;
  band.Q.value = 0.8;
  gain.gain.value = loud;
  noise.buffer = buffer;
  noise.connect(band).connect(gain).connect(to.destination);
  noise.start(to.currentTime + at);
}

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume();
  if (sound === 'card') paper(audio, 0, 0.5);
  else if (sound === 'shuffle') for (let i = 0; i < 5; i++) paper(audio, i * 0.05, 0.32);
  else for (const each of tones[sound]) tone(audio, each);
}

/** The name of an event; points won back are no blow. */
function nameOf(event: TableEvent): string {
  return event.type === 'hp' && Number(event['to']) > Number(event['from']) ? 'mended' : event.type;
}

/** What is heard of these; nothing where nobody needs to listen. */
export function soundOf(events: TableEvent[]): Sound | undefined {
  const names = events.map(nameOf);
  return heard.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
}

/** What a step of a match sounds like: at most one sound, and one for your turn. */
export function playStep(now: Session, wasYours: boolean): void {
  if (!settings.sound) return;
  if (now.table.over) {
    if (now.fresh < now.events.length)
      play(now.you < 0 || now.table.winners.includes(now.you) ? 'won' : 'lost');
    return;
  }
  const found = soundOf(now.events.slice(now.fresh));
  if (found) play(found);
  if (!wasYours && now.table.to_act === now.you) setTimeout(() => play('turn'), found ? 260 : 0);
}
