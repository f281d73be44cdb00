import { createRandom, type Random } from '#connectors/sample/random.ts'

export interface ChannelPlan {
  readonly channel: string
  /** orders per average day */
  readonly orders: number
  /** minor units of an average order */
  readonly averageOrder: number
  /** from January, around 1 */
  readonly months: readonly number[]
  /** from Monday, around 1 */
  readonly weekdays: readonly number[]
  /** factor on holidays, by ID */
  readonly holidays: ReadonlyMap<string, number>
}

interface ProductPlan {
  readonly sku: string
  /** minor units */
  readonly price: number
  /** share of orders that contain it */
  readonly share: number
}

interface ClubPlan {
  readonly club: string
  readonly members: number
  /** share of members who cancel in an average month */
  readonly attrition: number
}

/** The parameters of a simulated winery. */
export interface WineryPlan {
  readonly channels: readonly ChannelPlan[]
  readonly products: readonly ProductPlan[]
  readonly clubs: readonly ClubPlan[]
  readonly team: readonly { readonly name: string; readonly share: number }[]
  /** yearly growth, as a logarithm */
  readonly growth: number
  /** day-to-day deviation of demand, as a logarithm, and its autocorrelation */
  readonly noise: number
  readonly memory: number
}

const ROOM_MONTHS = [5, 5.5, 7, 8, 9.5, 9.5, 10, 10.5, 10, 11, 8, 6]
const ONLINE_MONTHS = [5, 6, 8, 8, 8, 6, 5, 6, 8, 10, 17, 13]
const ROOM_WEEK = [8, 6, 7, 10, 16, 31, 22]
const CLOSED_WEEK = [0, 0, 9, 12, 18, 36, 25]
const OFFICE_WEEK = [20, 20, 20, 18, 16, 4, 2]
const ONLINE_WEEK = [15, 15, 15, 15, 14, 13, 13]

const ROOM_HOLIDAYS: readonly (readonly [string, number])[] = [
  ['presidentsWeekend', 1.35],
  ['memorialWeekend', 1.5],
  ['independence', 1.25],
  ['laborWeekend', 1.5],
  ['columbusWeekend', 1.4],
  ['mothersDay', 1.3],
  ['valentines', 1.2],
  ['thanksgivingWeekend', 1.6],
  ['thanksgiving', 0],
  ['christmas', 0.05],
  ['newYear', 0.3],
]
const ONLINE_HOLIDAYS: readonly (readonly [string, number])[] = [
  ['thanksgivingWeekend', 1.9],
  ['cyberMonday', 2.6],
  ['giftSeason', 1.3],
  ['valentines', 1.2],
  ['christmas', 0.4],
]

const CLUBS = ['Estate Club', 'Cellar Club', 'Reserve Club']
const PEOPLE = ['Ana', 'Ben', 'Chloe', 'Dan', 'Eva', 'Finn']

const within = (random: Random, low: number, high: number): number => low + random.next() * (high - low)

/** Log-uniform, so that wineries of very different sizes are equally frequent. */
const sized = (random: Random, low: number, high: number): number => low * (high / low) ** random.next()

const normalised = (random: Random, shares: readonly number[]): number[] => {
  const bent = shares.map((share) => share * within(random, 0.85, 1.15))
  const mean = bent.reduce((sum, share) => sum + share, 0) / bent.length
  return bent.map((share) => share / mean)
}

const bentHolidays = (random: Random, factors: readonly (readonly [string, number])[]): Map<string, number> =>
  new Map(factors.map(([id, factor]) => [id, factor * within(random, 0.85, 1.15)]))

const planChannels = (random: Random): ChannelPlan[] => {
  const size = sized(random, 6, 50)
  const room = {
    months: normalised(random, ROOM_MONTHS),
    weekdays: normalised(random, random.chance(0.35) ? CLOSED_WEEK : ROOM_WEEK),
    holidays: bentHolidays(random, ROOM_HOLIDAYS),
  }
  const online = {
    months: normalised(random, ONLINE_MONTHS),
    weekdays: normalised(random, ONLINE_WEEK),
    holidays: bentHolidays(random, ONLINE_HOLIDAYS),
  }
  return [
    { channel: 'pos', orders: size * 0.72, averageOrder: within(random, 6000, 14_000), ...room },
    {
      channel: 'web',
      orders: size * within(random, 0.16, 0.3),
      averageOrder: within(random, 11_000, 24_000),
      ...online,
    },
    {
      channel: 'phone',
      orders: size * within(random, 0.04, 0.09),
      averageOrder: within(random, 15_000, 35_000),
      ...online,
      weekdays: normalised(random, OFFICE_WEEK),
    },
  ]
}

const planProducts = (random: Random): ProductPlan[] =>
  Array.from({ length: 20 }, (_, at) => ({
    sku: `W${String(at + 1).padStart(2, '0')}`,
    price: Math.round(within(random, 18, 85)) * 100,
    share: (0.34 / (1 + 0.35 * at)) * within(random, 0.7, 1.3),
  }))

export const planWinery = (seed: number): WineryPlan => {
  const random = createRandom(seed)
  return {
    channels: planChannels(random),
    products: planProducts(random),
    clubs: CLUBS.map((club, at) => ({
      club,
      members: sized(random, 120, 900) / (1 + at * 0.4),
      attrition: within(random, 0.014, 0.03),
    })),
    team: PEOPLE.map((name, at) => ({ name, share: within(random, 0.8, 1.2) / (at + 2) })),
    growth: within(random, -0.08, 0.18),
    noise: within(random, 0.08, 0.2),
    memory: within(random, 0.1, 0.5),
  }
}
