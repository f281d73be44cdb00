import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { SubjectKey, SubjectKind } from '#domain/subject-pages.ts'

/** What a page is about, as found in the data. */
export interface Subject {
  readonly id: string
  readonly name: string
  /** the service of its records, where another service has a record with this ID; else null */
  readonly serviceId: string | null
  /** values of the record that describes it, by columnId */
  readonly values: Readonly<Record<string, string | number | boolean | null>>
}

/** How a subject is found: one row of a report, which describes it. */
interface SubjectRecord {
  readonly definition: ReportDefinitionInput
  /** columnIds; the other columns are facts */
  readonly id: string
  readonly name: string
}

/** Numbers of a page: the row of a report without groups. */
export interface SubjectNumbers {
  readonly definition: ReportDefinitionInput
  /** its own days, `until` exclusive, instead of those chosen on the page; null: numbers of today */
  readonly days?: { readonly from: string; readonly until: string } | null
}

const TIMELINE_EVENTS = ['order', 'visit', 'signup', 'cancellation', 'hold', 'shipment', 'release'] as const
export type TimelineEvent = (typeof TIMELINE_EVENTS)[number]

/** Records that are events of a timeline. */
export interface TimelineSource {
  readonly event: TimelineEvent
  /** records, the latest first */
  readonly definition: ReportDefinitionInput
  /** columnId */
  readonly date: string
  /** with values of the record, such as `Joined {clubName}` */
  readonly text: string
  /** columnIds */
  readonly details: readonly string[]
}

export interface SubjectList {
  readonly title: string
  readonly definition: ReportDefinitionInput
}

/** The sections of a page, all of them reports. */
export interface SubjectSections {
  readonly numbers: readonly SubjectNumbers[]
  /** drawn over the days chosen on the page, or over its own days; null: none */
  readonly trend: SubjectNumbers | null
  readonly timeline: readonly TimelineSource[]
  readonly lists: readonly SubjectList[]
  /** stock of a product by service, as a ledger; absent: none */
  readonly ledger?: { readonly sku: string; readonly definition: ReportDefinitionInput }
}

/** A kind of page. */
export interface SubjectDeclaration {
  readonly kind: SubjectKind
  readonly find: (key: SubjectKey) => SubjectRecord
  readonly sections: (subject: Subject) => SubjectSections
  /** what insights about it name as their subject; null: no insight is about one */
  readonly insightSubject: ((subject: Subject) => { readonly kind: string; readonly value: string } | null) | null
}
