// boards.ts - the games that have a board of their own; the others get the generic one.
import type { Component } from 'svelte';
import type { BoardProps } from '../lib/board';
import Combat from './combat/Combat.svelte';
import Duel from './Duel.svelte';
import SeaSalt from './SeaSalt.svelte';
import SmashUp from './SmashUp.svelte';

export const boards: Record<string, Component<BoardProps>> = {
  'sea-salt': SeaSalt,
  duel: Duel,
  smashup: SmashUp,
  combat: Combat,
};
