import { dayNumber, dayOfNumber, type LocalDay, localDay } from '#domain/ranges/local-day.ts'
import { hash32, hashUnit, type Random, weighted } from './random.ts'
import { FIRST_NAMES, HOME_STATE, LAST_NAMES, OTHER_STATES, type State } from './stock-list/people.ts'

/** A customer is a number; all attributes follow from the seed and the number, so none are stored. */
export interface CustomerProfile {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly city: string
  readonly postalCode: string
}

const HOME_SHARE = 0.55
const OTHERS = weighted(OTHER_STATES)
/** A smaller value concentrates sales on fewer customers. The first 10 % of customers place about half of the orders. */
const LOYAL_SHARE = 0.01

/** Age brackets with their share in percent: 21 to 34, 35 to 49, 50 to 64, 65 to 74, 75 to 92. */
const AGES = weighted<readonly [min: number, max: number]>([
  [[21, 34], 10],
  [[35, 49], 24],
  [[50, 64], 34],
  [[65, 74], 22],
  [[75, 92], 10],
])

const pick = <T>(list: readonly T[], hash: number): T | undefined => list[hash % list.length]

const pickState = (seed: number, customer: number): State =>
  hashUnit(seed + 11, customer) < HOME_SHARE ? HOME_STATE : OTHERS.at(hashUnit(seed + 12, customer))

const nameOf = (seed: number, customer: number): readonly [first: string, last: string] => [
  pick(FIRST_NAMES, hash32(seed + 13, customer)) ?? '',
  pick(LAST_NAMES, hash32(seed + 14, customer)) ?? '',
]

const birthOf = (seed: number, customer: number, today: LocalDay): LocalDay => {
  const [min, max] = AGES.at(hashUnit(seed + 16, customer))
  const years = min + 1 + hashUnit(seed + 17, customer) * (max - min)
  const day = dayOfNumber(Math.floor(dayNumber(today) - years * 365.25))
  // Registration forms that ask only for a year store January 1.
  const isYearOnly = hashUnit(seed + 18, customer) < 0.06
  return isYearOnly ? localDay({ year: Number(day.slice(0, 4)), month: 1, day: 1 }) : day
}

export const createCustomers = (seed: number) => {
  const firstContacts: string[] = []
  return {
    /** customers 0 to `count` - 1 exist */
    get count() {
      return firstContacts.length
    },
    /** @param since wall-clock time of the first contact */
    create: (since: string): number => firstContacts.push(since) - 1,
    since: (customer: number): string => firstContacts[customer] ?? '',
    /** a returning customer; a few buy very often */
    pickKnown(random: Random): number {
      const loyal = firstContacts.length * LOYAL_SHARE
      return Math.floor(loyal * ((1 + 1 / LOYAL_SHARE) ** random.next() - 1))
    },
    profile(customer: number): CustomerProfile {
      const { code, places } = pickState(seed, customer)
      const [city, postalCode] = pick(places, hash32(seed + 15, customer)) ?? ['', '']
      return { id: `cus-${customer + 1}`, name: nameOf(seed, customer).join(' '), state: code, city, postalCode }
    },
    email(customer: number): string | null {
      if (hashUnit(seed + 19, customer) < 0.12) return null
      const [first, last] = nameOf(seed, customer)
      return `${first}.${last}.${customer + 1}@mail.example`.toLowerCase()
    },
    /** known for about 60 % of customers, mostly members */
    birth(customer: number, isMember: boolean, today: LocalDay): LocalDay | null {
      const share = isMember ? 0.9 : 0.55
      return hashUnit(seed + 20, customer) < share ? birthOf(seed, customer, today) : null
    },
  }
}
export type Customers = ReturnType<typeof createCustomers>
