import type { Placed } from '../read/meaning.ts'
import { type Role, roleAt } from './roles.ts'

/** A reading with its place among those that count and what it is there. */
export interface Part {
  readonly one: Placed
  readonly at: number
  readonly role: Role
}

export const partsOf = (placed: readonly Placed[]): Part[] =>
  placed.map((one, at): Part => ({ one, at, role: roleAt(placed, at) }))
