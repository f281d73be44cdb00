import { z } from 'zod'
import type { Understood } from '#contract/ask.ts'
import { contract } from '#contract/contract.ts'
import type { ReportResult } from '#contract/reports.ts'
import type { CallApi } from './inner-call.ts'
import { type Provenance, ReportRef, readSourceRecords, reportOptions, type ToolAnswer, tool } from './tool.ts'

const words = (text: string): string[] => text.toLowerCase().split(/\W+/).filter(Boolean)

const MAX_FOUND = 40

const searchCatalog = tool('search_catalog', {
  calls: [contract.reports.catalog],
  input: z.object({
    query: z.string().max(200).default('').describe('Words such as net sales by club; empty: report types only'),
    reportType: z.string().max(50).optional().describe('Only columns of this report type'),
  }),
  run: async (call, { query, reportType }) => {
    const catalog = await call(contract.reports.catalog)
    const wanted = words(query)
    const score = (text: string): number => {
      const lower = text.toLowerCase()
      return wanted.filter((word) => lower.includes(word)).length
    }
    const best = <T>(items: readonly T[], textOf: (item: T) => string): T[] =>
      items
        .map((item) => ({ item, rank: score(textOf(item)) }))
        .filter(({ rank }) => rank > 0)
        .toSorted((a, b) => b.rank - a.rank)
        .slice(0, MAX_FOUND)
        .map(({ item }) => item)
    const types = catalog.reportTypes.filter((type) => reportType === undefined || type.reportType === reportType)
    const columns = types.flatMap((type) =>
      type.columns.map(({ columnId, displayName, kind, type: valueType, format, description, aggregations }) => ({
        reportType: type.reportType,
        ...{ columnId, displayName, kind, type: valueType, format, description, aggregations },
      })),
    )
    const isWhole = reportType !== undefined && wanted.length === 0
    return {
      answer: {
        reportTypes: types.map(({ reportType: name, title, dateColumns }) => ({
          reportType: name,
          title,
          dateColumns,
        })),
        columns: isWhole ? columns : best(columns, (one) => `${one.columnId} ${one.displayName} ${one.description}`),
        builtinReports: best(catalog.builtin, (one) => `${one.title} ${one.description}`).map(
          ({ group, slug, title, description, path }) => ({ builtin: `${group}/${slug}`, title, description, path }),
        ),
      },
      provenance: await readSourceRecords(call, 'GET /api/reports/catalog'),
    }
  },
})

/** Rows under their column's name, which a reader of text understands without counting. */
const presentResult = (result: ReportResult): ToolAnswer['answer'] => {
  const { columns, rows, totals, rowCount, previousTotals } = result
  return {
    columns: columns.map(({ columnId, displayName, kind, format, countOf }) => ({
      ...{ columnId, displayName, kind, format },
      ...(countOf === undefined ? {} : { countOf }),
    })),
    rows,
    totals,
    ...(previousTotals ? { previousTotals, previous: result.previous ?? [] } : {}),
    rowCount,
  }
}

const provenanceOf = (result: ReportResult, definition: unknown): Provenance => {
  const { range, compareRange, asOf, timeZone, definitionVersion, excluded, notCounted } = result
  return {
    source: 'POST /api/reports/query',
    dataAsOf: asOf,
    definition,
    range,
    ...(compareRange ? { compareRange } : {}),
    ...{ timeZone, definitionVersion, excluded, notCounted },
  }
}

const DEFAULT_ROWS = 50
const MAX_ROWS = 200
const rows = z.number().int().min(1).max(MAX_ROWS).default(DEFAULT_ROWS).describe('Rows of a page')

const runReport = tool('run_report', {
  calls: [contract.reports.query],
  input: z.object({ report: ReportRef, ...reportOptions, page: z.number().int().min(1).default(1), rows }),
  run: async (call, { report, rows: pageSize, ...options }) => {
    const result = await call(contract.reports.query, { body: { definition: report, pageSize, ...options } })
    return { answer: presentResult(result), provenance: provenanceOf(result, report) }
  },
})

const answerOf = async (call: CallApi, understood: Understood, pageSize: number): Promise<ToolAnswer> => {
  const { definition, from, until, compare, explanation, readBy, corrections } = understood
  const body = { definition, from, until, compare, pageSize }
  const result = await call(contract.reports.query, { body })
  return {
    answer: { readAs: explanation, corrections, ...presentResult(result) },
    provenance: { ...provenanceOf(result, definition), readBy },
  }
}

const ask = tool('ask', {
  calls: [contract.ask.ask, contract.reports.query],
  input: z.object({ question: z.string().min(1).max(500), rows }),
  run: async (call, { question, rows: pageSize }) => {
    const read = await call(contract.ask.ask, { body: { question } })
    if ('definition' in read) return answerOf(call, read, pageSize)
    return { answer: { ...read }, provenance: await readSourceRecords(call, 'POST /api/insight/ask') }
  },
})

const explainNumber = tool('explain_number', {
  calls: [contract.reports.explain],
  input: z.object({
    report: ReportRef,
    ...reportOptions,
    measure: z.string().describe('columnId of the number'),
    row: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .default({})
      .describe('Group values of its row by columnId; empty: the total'),
    aggregation: z.string().optional(),
  }),
  run: async (call, { report, measure, row, aggregation, ...options }) => {
    const cell = { measure, row, ...(aggregation === undefined ? {} : { aggregation }) }
    const lineage = await call(contract.reports.explain, { body: { definition: report, cell, ...options } })
    const { asOf, range, definitionVersion, timeZone, currency, ...answer } = lineage
    return {
      answer,
      provenance: {
        source: 'POST /api/reports/explain',
        dataAsOf: asOf,
        definition: report,
        ...{ range, definitionVersion, timeZone, currency },
      },
    }
  },
})

const listInsights = tool('list_insights', {
  calls: [contract.insights.list],
  input: z.object({ page: z.number().int().min(1).default(1), pageSize: z.number().int().min(1).max(50).default(20) }),
  run: async (call, query) => {
    const { items, total, lookedUtc, lookedUntil } = await call(contract.insights.list, { query })
    const provenance = await readSourceRecords(call, 'GET /api/insight')
    return {
      answer: { items, total },
      provenance: { ...provenance, analyzedAt: lookedUtc, analyzedUntil: lookedUntil },
    }
  },
})

/** Tools that read numbers. */
export const reportTools = [searchCatalog, runReport, ask, explainNumber, listInsights]
