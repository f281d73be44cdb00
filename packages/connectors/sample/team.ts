import { type Random, weighted } from './random.ts'
import { TEAM } from './stock-list/people.ts'

/** A few carry most of the sales, as in any tasting room. */
const SHIFTS = weighted(TEAM.map((name, index): [string, number] => [name, 12 / (index + 3)]))

export const pickTeamMember = (random: Random): string => SHIFTS.at(random.next())
