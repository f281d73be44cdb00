import type { OpenAPI } from '@orpc/contract'
import type { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Account, AccountStatus, AuditEntry } from '#contract/account.ts'
import { Alert, AlertCondition, AlertEvent } from '#contract/alerts.ts'
import { ApiKey } from '#contract/api-keys.ts'
import { Choose, NotUnderstood, Understood } from '#contract/ask.ts'
import { User } from '#contract/auth.ts'
import { CalendarNote } from '#contract/calendar.ts'
import { Dashboard, WidgetData, WidgetEntry, WidgetLine } from '#contract/dashboards.ts'
import { FilterBar } from '#contract/filter-bar.ts'
import { INGEST_RECORDS, IngestResult } from '#contract/ingest.ts'
import { InsightFigure, InsightSummary } from '#contract/insights.ts'
import { ReleasePlan } from '#contract/release-plans.ts'
import { BuiltinReport, CatalogColumn, ReportCatalog } from '#contract/report-catalog.ts'
import {
  ReportColumn,
  ReportDefinition,
  ReportExpression,
  ReportFilter,
  ReportSort,
} from '#contract/report-definition.ts'
import {
  DrillResult,
  Lineage,
  PivotResult,
  Proof,
  ReportResult,
  ResolvedRange,
  ResultColumn,
} from '#contract/reports.ts'
import { Run } from '#contract/runs.ts'
import { SavedReport, Schedule } from '#contract/saved-reports.ts'
import { Segment } from '#contract/segments.ts'
import { QuarantinedRecord } from '#contract/service-checks.ts'
import { Service, ServiceType } from '#contract/services.ts'
import { lookupTable } from '#domain/lookup-table.ts'

type Schema = Parameters<ZodToJsonSchemaConverter['convert']>[0]

/** Schemas that clients get a type of their own for. */
const NAMED: Readonly<Record<string, Schema>> = lookupTable({
  ...{ Account, AccountStatus, Alert, AlertCondition, AlertEvent, ApiKey, AuditEntry, BuiltinReport, CalendarNote },
  ...{ CatalogColumn, Choose, Dashboard, DrillResult, FilterBar, IngestResult, InsightFigure, InsightSummary, Lineage },
  ...{ NotUnderstood, PivotResult, Proof, QuarantinedRecord, ReportCatalog, ReportColumn, ReportDefinition },
  ...{ ReportExpression, ReportFilter, ReportResult, ReportSort, ResolvedRange, ResultColumn, Run, SavedReport },
  ...{ ReleasePlan, Schedule, Segment, Service, ServiceType, Understood, User, WidgetData, WidgetEntry, WidgetLine },
  IngestOrder: INGEST_RECORDS.orders,
  IngestLine: INGEST_RECORDS.lines,
  IngestCustomer: INGEST_RECORDS.customers,
  IngestProduct: INGEST_RECORDS.products,
  IngestMember: INGEST_RECORDS.members,
  IngestReservation: INGEST_RECORDS.reservations,
})

type Json = unknown

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema without alternatives that repeat another, or that say nothing because one of them allows everything. */
const simplify = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(simplify)
  if (!isRecord(value)) return value
  const whole = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, simplify(part)]))
  if (!Array.isArray(whole.anyOf)) return whole
  const { anyOf, ...rest } = whole
  const alternatives = [...new Map(whole.anyOf.map((one) => [JSON.stringify(one), one])).values()]
  if (alternatives.some((one) => isRecord(one) && Object.keys(one).length === 0)) return rest
  const [only] = alternatives
  return alternatives.length === 1 && isRecord(only) ? { ...only, ...rest } : { ...rest, anyOf: alternatives }
}

export interface Components {
  readonly schemas: Record<string, Json>
  /** the value with each named schema within it replaced by a reference */
  readonly refer: (value: Json) => Json
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/**
 * The named schemas as components, of which larger ones refer to smaller ones. What a client sends may differ from what it gets (a default
 * makes a field optional in the first and certain in the second); then the former is `…Input`.
 */
export const createComponents = async (converter: ZodToJsonSchemaConverter): Promise<Components> => {
  const nameOf = new Map<string, string>()
  const whole = new Map<string, Json>()
  const add = (name: string, given: Json): void => {
    const schema = simplify(given)
    const text = JSON.stringify(schema)
    if (nameOf.has(text)) return
    nameOf.set(text, name)
    whole.set(name, schema)
  }
  for (const [name, schema] of Object.entries(NAMED)) {
    const [, output] = await converter.convert(schema, { strategy: 'output' })
    add(name, output)
    const [, input] = await converter.convert(schema, { strategy: 'input' })
    add(`${name}Input`, input)
  }
  const referWithin = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(refer)
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, refer(part)])) : value
  }
  const refer = (value: Json): Json => {
    const name = isRecord(value) ? nameOf.get(JSON.stringify(value)) : undefined
    return name === undefined ? referWithin(value) : refTo(name)
  }
  const schemas = Object.fromEntries([...whole].map(([name, schema]) => [name, referWithin(schema)]))
  return { schemas, refer: (value) => refer(simplify(value)) }
}

/** Without components that nothing refers to. */
export const withoutUnused = (document: OpenAPI.Document): OpenAPI.Document => {
  const schemas: Record<string, Json> = { ...document.components?.schemas }
  for (;;) {
    const text = JSON.stringify([document.paths, document.components?.responses, schemas])
    const unused = Object.keys(schemas).filter((name) => !text.includes(`"${refTo(name).$ref}"`))
    if (unused.length === 0) break
    for (const name of unused) delete schemas[name]
  }
  return { ...document, components: { ...document.components, schemas: schemas as never } }
}
