import type { MeasureRef } from '#semantic/query.ts'

/** The subject of an insight. `value` is the group's value in the catalog's column; the whole account has none. */
export type Subject =
  | { readonly kind: 'account' }
  | { readonly kind: 'channel' | 'product' | 'club' | 'teamMember' | 'service'; readonly value: string }

export type SubjectKind = Subject['kind']

export const ACCOUNT: Subject = { kind: 'account' }

export const subjectKey = (subject: Subject): string =>
  subject.kind === 'account' ? 'account' : `${subject.kind} ${subject.value}`

export const isSameSubject = (a: Subject, b: Subject): boolean => subjectKey(a) === subjectKey(b)

/** A catalog measure that insights analyze, and the column that narrows it to a subject. */
export interface Metric {
  readonly measure: MeasureRef
  readonly dateColumn: string
  readonly unit: 'money' | 'count'
  readonly goodDirection: 'up' | 'down' | 'neutral'
  readonly columnOf: Readonly<Partial<Record<SubjectKind, string>>>
  /** club orders arrive on release days, so they are tested separately from the rest */
  readonly clubOrders: 'all' | 'without' | 'only'
}

const ordersBy = { channel: 'channel', teamMember: 'teamMember' } as const
const linesBy = { product: 'sku' } as const
const clubOrdersBy = { club: 'clubName' } as const
const membershipsBy = { club: 'clubName', teamMember: 'teamMember' } as const

export const measureRef = (reportType: string, columnId: string): MeasureRef => ({
  reportType,
  columnId,
  aggregation: 'None',
})

const salesMetric = (
  measure: MeasureRef,
  unit: Metric['unit'],
  columnOf: Metric['columnOf'],
  clubOrders: Metric['clubOrders'] = 'without',
): Metric => ({ measure, dateColumn: 'orderDate', unit, goodDirection: 'up', columnOf, clubOrders })

const memberMetric = (columnId: string, dateColumn: string, goodDirection: 'up' | 'down'): Metric => ({
  measure: measureRef('Memberships', columnId),
  dateColumn,
  unit: 'count',
  goodDirection,
  columnOf: membershipsBy,
  clubOrders: 'all',
})

export const METRICS = {
  netSales: salesMetric(measureRef('Orders', 'netSales'), 'money', ordersBy),
  orderCount: salesMetric(measureRef('Orders', 'orderCount'), 'count', ordersBy),
  productSales: salesMetric(measureRef('OrderLines', 'netSales'), 'money', linesBy),
  productUnits: salesMetric(measureRef('OrderLines', 'unitsSold'), 'count', linesBy),
  clubSales: salesMetric(measureRef('Orders', 'netSales'), 'money', clubOrdersBy, 'only'),
  clubOrders: salesMetric(measureRef('Orders', 'orderCount'), 'count', clubOrdersBy, 'only'),
  signups: memberMetric('signups', 'signupDate', 'up'),
  cancellations: memberMetric('cancellations', 'cancelledDate', 'down'),
} as const satisfies Readonly<Record<string, Metric>>

export type MetricId = keyof typeof METRICS
