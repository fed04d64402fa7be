// facts.ts - what the classes and skills of a battle are, before anything happens to them.
import { byId, listed, type Files } from '../game';

export interface CombatClass {
  id: string;
  skills: string[];
  attackSeconds: number;
  attackEnergy: number;
  attackRange: number;
  moveEnergyPerSecond: number;
  resource: { id: string; max: number } | null;
}

export interface CombatSkill {
  id: string;
  kind: string;
  time: number;
  energy: number;
  range?: number;
}

export const facts = {
  classes: new Map<string, CombatClass>(),
  skills: new Map<string, CombatSkill>(),
  grounds: [] as string[],
};

export function learn(files: Files): void {
  facts.classes = byId(listed<CombatClass>(files, 'classes'));
  facts.skills = byId(listed<CombatSkill>(files, 'skills'));
  facts.grounds = listed<{ id: string }>(files, 'terrain').map((each) => each.id);
}
