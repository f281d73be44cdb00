/** One option for calculating a number. */
interface DefinitionOption {
  readonly label: string
  readonly description: string
  /** added to the description of the affected columns where this option is in force; none for the standard option */
  readonly note?: string
}

/** A definition on which wineries differ: the options that an account chooses from, as data. */
export interface Definition {
  /** name in the account's definitions */
  readonly id: string
  readonly title: string
  readonly description: string
  /** the default option */
  readonly standard: string
  readonly options: Readonly<Record<string, DefinitionOption>>
  /** the measure that shows the effect of each option, and the date column that its range limits */
  readonly shownBy: { readonly reportType: string; readonly columnId: string; readonly rangeColumn: string }
  /** columns whose meaning changes with a non-standard option, as `reportType.columnId` */
  readonly columns: readonly string[]
  /** report types whose rollups hold the standard option only: with another option their records are read */
  readonly rollups: readonly string[]
}

const SALES_OF_CUSTOMERS = [
  ...['MembershipMonths.salesToDate', 'MembershipMonths.salesPerMember'],
  ...['CustomerMonths.salesToDate', 'CustomerMonths.salesPerCustomer'],
  ...['Customers.monetaryScore', 'Customers.rfmSegment'],
]

const averageOrder = {
  id: 'averageOrder',
  title: 'Average order',
  description: 'Whether club orders, which are created for all members at once, count toward the average order.',
  standard: 'allOrders',
  options: {
    allOrders: { label: 'All orders', description: 'Net sales excluding refunds ÷ orders' },
    withoutClub: {
      label: 'Excluding club orders',
      description: 'Non-club net sales excluding refunds ÷ non-club orders',
      note: 'This account excludes club orders',
    },
  },
  shownBy: { reportType: 'Orders', columnId: 'averageOrder', rangeColumn: 'orderDate' },
  columns: ['Orders.averageOrder', 'Customers.averageOrder'],
  rollups: ['Orders', 'Customers'],
} as const satisfies Definition

interface NetSalesOption extends DefinitionOption {
  /** money columns of an order that are added to its goods */
  readonly adds: readonly ('shipping' | 'tax')[]
}

const netSalesOptions = {
  goods: {
    label: 'Goods only',
    description: 'Items after discounts, before tax, shipping, tips, and deposits',
    adds: [],
  },
  withShipping: {
    label: 'Goods and shipping',
    description: 'Items after discounts, plus shipping charges',
    note: 'This account includes shipping on paid orders',
    adds: ['shipping'],
  },
  withTax: {
    label: 'Goods and tax',
    description: 'Items after discounts, plus tax',
    note: 'This account includes tax on paid orders',
    adds: ['tax'],
  },
  withShippingAndTax: {
    label: 'Goods, shipping, and tax',
    description: 'Items after discounts, plus shipping and tax; tips excluded',
    note: 'This account includes shipping and tax on paid orders',
    adds: ['shipping', 'tax'],
  },
} as const satisfies Readonly<Record<string, NetSalesOption>>

export const netSales = {
  id: 'netSales',
  title: 'Net sales',
  description:
    'What counts as an order’s sales. Product, order line, and visit sales always cover goods only, because shipping and tax aren’t tied to an item.',
  standard: 'goods',
  options: netSalesOptions,
  shownBy: { reportType: 'Orders', columnId: 'netSales', rangeColumn: 'orderDate' },
  columns: [
    'Orders.netSales',
    'Orders.averageOrder',
    'Orders.share',
    'Orders.averageDay',
    'Orders.tipRate',
    'Orders.newCustomerSales',
    'Orders.returningCustomerSales',
    'Customers.newCustomerSales',
    'Customers.returningCustomerSales',
    'Customers.netSales',
    'Customers.averageOrder',
    'Customers.lifetimeValue',
    'Customers.medianLifetimeValue',
    'ClubReleases.netSales',
    'ClubReleases.averageOrder',
    ...SALES_OF_CUSTOMERS,
  ],
  rollups: ['Orders', 'Customers', 'ClubReleases'],
} as const satisfies Definition

const ORDER_DATES = [
  'orderDate',
  'orderYear',
  'orderQuarter',
  'orderMonth',
  'orderWeek',
  'orderDay',
  'orderWeekday',
  'orderHour',
  'orderMonthOfYear',
  'isWeekend',
  'dayPart',
]

const ofStock = (name: string): string => `Inventory.${name}`

const WITH_LINES = ['netSales', 'unitsSold']

const refundDate = {
  id: 'refundDate',
  title: 'Refunds',
  description: 'The day on which a refund is subtracted from sales.',
  standard: 'refund',
  options: {
    refund: {
      label: 'On the day of the refund',
      description: 'A refund lowers the sales of the day it was issued; closed months don’t change',
    },
    order: {
      label: 'On the day of the order',
      description: 'A refund lowers the sales of the day of the original order, if that order is known',
      note: 'In this account, a refund takes the date of its original order',
    },
  },
  shownBy: { reportType: 'Orders', columnId: 'netSales', rangeColumn: 'orderDate' },
  columns: [
    ...['Orders', 'OrderLines'].flatMap((type) => [...ORDER_DATES, ...WITH_LINES].map((name) => `${type}.${name}`)),
    ...['Orders.share', 'Orders.averageDay', 'Orders.refundCount', 'Orders.refundRate', 'Orders.daysWaiting'],
    ...['Orders', 'Customers'].flatMap((type) =>
      ['newCustomerSales', 'returningCustomerSales'].map((name) => `${type}.${name}`),
    ),
    ...['Customers', 'Products'].flatMap((type) => ['orderDate', 'netSales'].map((name) => `${type}.${name}`)),
    ...SALES_OF_CUSTOMERS,
    'Products.unitsSold',
    ...['weeklyUnits', 'pace', 'pacePos', 'paceWeb', 'paceClub', 'paceWholesale', 'paceOther', 'oneOffUnits'].map(
      ofStock,
    ),
    ...['weeklyDeviation', 'weeksOnHand', 'weeksOnHandLow', 'weeksOnHandHigh'].map(ofStock),
    ...['runOutDate', 'runOutEarliest', 'runOutLatest'].map(ofStock),
  ],
  rollups: ['Orders', 'OrderLines', 'Products', 'Customers'],
} as const satisfies Definition

const signupConversion = {
  id: 'signupConversion',
  title: 'Signup conversion',
  description: 'What tasting-room signups are divided by.',
  standard: 'tasters',
  options: {
    tasters: {
      label: 'Tasting guests who could sign up',
      description: 'Tasting-room signups ÷ visit guests, excluding trade guests and parties of members',
    },
    guests: {
      label: 'All guests',
      description: 'Tasting-room signups ÷ all visit guests, including members and trade guests',
      note: 'This account divides by all guests',
    },
  },
  shownBy: { reportType: 'Reservations', columnId: 'signupConversion', rangeColumn: 'reservationDate' },
  columns: ['Reservations.signupConversion'],
  rollups: [],
} as const satisfies Definition

/** How recent a club order has to be for its member to count as shipped to. */
export const SHIPPED_MONTHS = 6

const activeMember = {
  id: 'activeMember',
  title: 'Active members',
  description:
    'Which memberships count as active. Attrition always covers everyone who can cancel, including members on hold.',
  standard: 'onHoldIncluded',
  options: {
    onHoldIncluded: {
      label: 'All members who haven’t canceled',
      description: 'Memberships that haven’t been canceled, including those on hold',
    },
    onHoldExcluded: {
      label: 'Excluding members on hold',
      description: 'Memberships that haven’t been canceled and aren’t on hold',
      note: 'This account excludes members on hold',
    },
    shipped: {
      label: 'Recently shipped',
      description:
        'Memberships that haven’t been canceled, whose customer has a paid club order in the last six months',
      note: 'This account counts only members with a paid club order in the last six months',
    },
  },
  shownBy: { reportType: 'Memberships', columnId: 'activeMembers', rangeColumn: 'signupDate' },
  columns: ['Memberships.activeMembers'],
  rollups: [],
} as const satisfies Definition

const definitions = [netSales, refundDate, averageOrder, activeMember, signupConversion] as const

type AnyDefinition = (typeof definitions)[number]

/** In the order in which they are shown. */
export const DEFINITIONS: readonly Definition[] = definitions

/** The option in force of every definition. */
export type Definitions = {
  readonly [Id in AnyDefinition['id']]: keyof Extract<AnyDefinition, { id: Id }>['options']
}

export const STANDARD_DEFINITIONS: Definitions = {
  netSales: netSales.standard,
  refundDate: refundDate.standard,
  averageOrder: averageOrder.standard,
  activeMember: activeMember.standard,
  signupConversion: signupConversion.standard,
}

type Chosen = Readonly<Record<string, string>>

interface DefinitionProblem {
  /** id of the definition */
  readonly definition: string
  readonly message: string
}

const isOption = ({ options }: Definition, option: string): boolean => Object.hasOwn(options, option)

/** Problems of chosen options: definitions that do not exist, and options that a definition does not have. */
export const definitionProblems = (chosen: Chosen): DefinitionProblem[] =>
  Object.entries(chosen).flatMap(([id, option]) => {
    const definition = DEFINITIONS.find((one) => one.id === id)
    if (!definition) return [{ definition: id, message: 'There is no such definition' }]
    const options = Object.keys(definition.options).join(', ')
    return isOption(definition, option) ? [] : [{ definition: id, message: `This must be one of: ${options}` }]
  })

/** The option in force of every definition: the chosen one, or the standard one where that is missing or unknown. */
export const readDefinitions = (chosen: Chosen): Definitions => {
  const known = DEFINITIONS.flatMap((definition) => {
    const option = Object.hasOwn(chosen, definition.id) ? chosen[definition.id] : undefined
    return option !== undefined && isOption(definition, option) ? [[definition.id, option]] : []
  })
  return { ...STANDARD_DEFINITIONS, ...Object.fromEntries(known) }
}

/** Definitions whose option in force is not the standard one. */
export const changedDefinitions = (definitions: Definitions): Definition[] => {
  const options: Chosen = definitions
  return DEFINITIONS.filter(({ id, standard }) => options[id] !== standard)
}
