import { z } from 'zod'
import { contract } from '#contract/contract.ts'
import { type CallApi, ToolFailure } from './inner-call.ts'
import { Definition, readSourceRecords, tool } from './tool.ts'

const HTTP_PLAN = 402

/** Nothing where the account's plan does not include the list. */
const inPlan = async <T>(list: Promise<readonly T[]>): Promise<readonly T[]> => {
  try {
    return await list
  } catch (error) {
    if (error instanceof ToolFailure && error.status === HTTP_PLAN) return []
    throw error
  }
}

const listReports = async (call: CallApi) => {
  const [own, shared] = await Promise.all([call(contract.savedReports.my), inPlan(call(contract.savedReports.shared))])
  const reports = new Map([...own, ...shared].map((report) => [report.id, report]))
  return [...reports.values()].map(({ id, name, description, isOwn, createdByName }) => ({
    ...{ id, name, description, isOwn, createdByName },
  }))
}

const searchContent = tool('search_content', {
  calls: [contract.dashboardSharing.visible, contract.savedReports.my, contract.subjects.search],
  input: z.object({ query: z.string().min(2).max(100) }),
  run: async (call, { query }) => {
    const has = (text: string | null): boolean => text?.toLowerCase().includes(query.toLowerCase()) ?? false
    const [dashboards, reports, records] = await Promise.all([
      call(contract.dashboardSharing.visible),
      listReports(call),
      call(contract.subjects.search, { query: { q: query } }),
    ])
    return {
      answer: {
        dashboards: dashboards.filter(({ name, description }) => has(name) || has(description)),
        reports: reports.filter(({ name, description }) => has(name) || has(description)),
        records: records.groups.flatMap(({ kind, items }) => items.map((item) => ({ kind, ...item }))),
      },
      provenance: await readSourceRecords(call, 'GET /api/search, GET /api/visible-dashboards, GET /api/reports/my'),
    }
  },
})

const getDashboard = tool('get_dashboard', {
  calls: [contract.dashboards.get],
  input: z.object({ slug: z.string().min(1).max(300).describe('Of search_content, or default') }),
  run: async (call, params) => ({
    answer: await call(contract.dashboards.get, { params }),
    provenance: await readSourceRecords(call, `GET /api/dashboards/${params.slug}`),
  }),
})

const getReport = tool('get_report', {
  calls: [contract.savedReports.get],
  input: z.object({ id: z.string().min(1).max(100) }),
  run: async (call, params) => ({
    answer: await call(contract.savedReports.get, { params }),
    provenance: await readSourceRecords(call, `GET /api/reports/${params.id}`),
  }),
})

const listAlerts = tool('list_alerts', {
  calls: [contract.alerts.list],
  input: z.object({}),
  run: async (call) => ({
    answer: { alerts: await call(contract.alerts.list) },
    provenance: await readSourceRecords(call, 'GET /api/alerts'),
  }),
})

const named = { name: z.string().min(1).max(200), description: z.string().max(2000).nullable().optional() }
const isPublic = z.boolean().optional().describe('Visible to everyone in the account')

const saveReport = tool('save_report', {
  calls: [contract.savedReports.create, contract.savedReports.update],
  input: z.object({
    id: z.string().optional().describe('Of the report to change; absent: a new one'),
    version: z.number().int().optional().describe('The version the change is based on'),
    ...named,
    isPublic,
    definition: Definition,
  }),
  run: async (call, { id, version, definition, ...fields }) => {
    const body = { ...definition, ...fields }
    const saved =
      id === undefined
        ? await call(contract.savedReports.create, { body })
        : await call(contract.savedReports.update, { params: { id }, body: { ...body, version } })
    const address = `/reports/my/${saved.id}`
    return { answer: { ...saved, address }, provenance: await readSourceRecords(call, `GET /api/reports/${saved.id}`) }
  },
})

const Widget = z
  .looseObject({
    type: z.string(),
    w: z.number().int().min(1).max(8).default(4),
    h: z.number().int().min(1).default(4),
    props: z.record(z.string(), z.unknown()).default({}),
  })
  .describe(
    'A tile on a grid of eight columns. Type report shows any report: props { "title", "source": definition | { "builtin" } | { "id" }, "show": "chart" | "table" | "number" | "pivot" }. Type text shows Markdown: props { "text" }.',
  )

const saveDashboard = tool('save_dashboard', {
  calls: [contract.dashboards.create, contract.dashboards.get, contract.dashboards.update],
  input: z.object({
    slug: z.string().optional().describe('Of the dashboard to change; absent: a new one'),
    name: named.name.optional(),
    description: named.description,
    isPublic,
    widgets: z.array(Widget).max(200).optional(),
  }),
  run: async (call, { slug, ...fields }) => {
    const saved =
      slug === undefined
        ? await call(contract.dashboards.create, { body: fields })
        : await changeDashboard(call, slug, fields)
    const address = `/dashboard/${saved.slug}`
    return {
      answer: { ...saved, address },
      provenance: await readSourceRecords(call, `GET /api/dashboards/${saved.slug}`),
    }
  },
})

const changeDashboard = async (call: CallApi, slug: string, fields: object) => {
  const { name, description, widgets, version } = await call(contract.dashboards.get, { params: { slug } })
  const body = { name, description, widgets, version, ...fields }
  return call(contract.dashboards.update, { params: { slug }, body })
}

const saveAlert = tool('save_alert', {
  calls: [contract.alerts.create, contract.alerts.update],
  input: z.object({
    id: z.string().optional().describe('Of the alert to change; absent: a new one'),
    name: named.name,
    definition: Definition.describe('The report, with the range and filters that the number has'),
    column: z.number().int().min(0).optional().describe('Place of the number in columns; default 0'),
    scope: z.enum(['total', 'rows']).optional().describe('Watch the total, or every row'),
    condition: z
      .looseObject({ kind: z.enum(['below', 'above', 'change', 'forecast']) })
      .describe(
        '{ "kind": "below" | "above", "value" }, { "kind": "change", "direction", "percent", "compare" } or { "kind": "forecast", "direction" }; direction: up, down or either',
      ),
  }),
  run: async (call, { id, ...body }) => {
    const saved =
      id === undefined
        ? await call(contract.alerts.create, { body })
        : await call(contract.alerts.update, { params: { id }, body })
    return { answer: { ...saved, address: '/alerts' }, provenance: await readSourceRecords(call, 'GET /api/alerts') }
  },
})

/** Tools that read and save dashboards, reports and alerts. */
export const contentTools = [searchContent, getDashboard, getReport, listAlerts, saveReport, saveDashboard, saveAlert]
