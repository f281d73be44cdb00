import type { MeasureRef } from '#semantic/query.ts'

/** What an insight is about. `value` is the group's value in the catalog's column; the account as a whole has none. */
export type Subject =
  | { readonly kind: 'account' }
  | { readonly kind: 'channel' | 'product' | 'club' | 'teamMember' | 'service'; readonly value: string }

export type SubjectKind = Subject['kind']

export const ACCOUNT: Subject = { kind: 'account' }

export const subjectKey = (subject: Subject): string =>
  subject.kind === 'account' ? 'account' : `${subject.kind} ${subject.value}`

export const isSameSubject = (a: Subject, b: Subject): boolean => subjectKey(a) === subjectKey(b)

/** A number of the catalog that insights look at, and the column that narrows it to a subject. */
export interface Metric {
  readonly measure: MeasureRef
  readonly dateColumn: string
  readonly unit: 'money' | 'count'
  readonly goodDirection: 'up' | 'down' | 'neutral'
  readonly columnOf: Readonly<Partial<Record<SubjectKind, string>>>
  /** club orders come on release days, so they are tested separately from the rest */
  readonly clubOrders: 'all' | 'without' | 'only'
}

const ordersBy = { channel: 'channel', teamMember: 'teamMember' } as const
const clubOrdersBy = { club: 'clubName' } as const
const membershipsBy = { club: 'clubName', teamMember: 'teamMember' } as const

export const METRICS = {
  netSales: {
    measure: { reportType: 'Orders', columnId: 'netSales', aggregation: 'None' },
    dateColumn: 'orderDate',
    unit: 'money',
    goodDirection: 'up',
    columnOf: ordersBy,
    clubOrders: 'without',
  },
  orderCount: {
    measure: { reportType: 'Orders', columnId: 'orderCount', aggregation: 'None' },
    dateColumn: 'orderDate',
    unit: 'count',
    goodDirection: 'up',
    columnOf: ordersBy,
    clubOrders: 'without',
  },
  productSales: {
    measure: { reportType: 'OrderLines', columnId: 'netSales', aggregation: 'None' },
    dateColumn: 'orderDate',
    unit: 'money',
    goodDirection: 'up',
    columnOf: { product: 'sku' },
    clubOrders: 'without',
  },
  productUnits: {
    measure: { reportType: 'OrderLines', columnId: 'unitsSold', aggregation: 'None' },
    dateColumn: 'orderDate',
    unit: 'count',
    goodDirection: 'up',
    columnOf: { product: 'sku' },
    clubOrders: 'without',
  },
  clubSales: {
    measure: { reportType: 'Orders', columnId: 'netSales', aggregation: 'None' },
    dateColumn: 'orderDate',
    unit: 'money',
    goodDirection: 'up',
    columnOf: clubOrdersBy,
    clubOrders: 'only',
  },
  clubOrders: {
    measure: { reportType: 'Orders', columnId: 'orderCount', aggregation: 'None' },
    dateColumn: 'orderDate',
    unit: 'count',
    goodDirection: 'up',
    columnOf: clubOrdersBy,
    clubOrders: 'only',
  },
  signups: {
    measure: { reportType: 'Memberships', columnId: 'signups', aggregation: 'None' },
    dateColumn: 'signupDate',
    unit: 'count',
    goodDirection: 'up',
    columnOf: membershipsBy,
    clubOrders: 'all',
  },
  cancellations: {
    measure: { reportType: 'Memberships', columnId: 'cancellations', aggregation: 'None' },
    dateColumn: 'cancelledDate',
    unit: 'count',
    goodDirection: 'down',
    columnOf: membershipsBy,
    clubOrders: 'all',
  },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricId = keyof typeof METRICS
