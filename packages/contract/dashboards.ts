import { z } from 'zod'
import { GOAL_METRICS, GOAL_PERIODS } from '#domain/insight-settings.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { REPORT_SHOWS } from '#domain/report-terms.ts'
import { audited, endpointFor } from './endpoint.ts'
import { Id, Instant, PageQuery, paged, RequiredText } from './fields.ts'
import { FilterBar, NotApplied, SavedFilterBar } from './filter-bar.ts'
import { ReportChart } from './report-definition.ts'
import {
  Comparison,
  LikeForLikeRanges,
  PivotResult,
  ReportCallOptions,
  ResolvedRange,
  ResultColumn,
  ResultRow,
} from './reports.ts'
import { tileProblems } from './tiles.ts'

const gridNumber = (min: number) => z.number().int().min(min).max(10_000)

const MAX_WIDGETS = 200
/** In characters of JSON; the settings of our own widgets have about a hundred, and a report of a tile's own some thousand. */
const MAX_PROPS = 4_000
const MAX_REPORT_PROPS = 16_000
/** In characters of JSON. `GET /dashboards` answers all layouts of a user. */
const MAX_LAYOUT = 50_000

const isShorter = (max: number) => (value: unknown) => JSON.stringify(value).length <= max

const maxProps = (type: string): number => (type === 'report' ? MAX_REPORT_PROPS : MAX_PROPS)

const WidgetProps = z.record(z.string(), z.unknown())

/** `type` is any text: a widget of an unknown type is stored unchanged, and its tile says so. */
export const WidgetEntry = z.object({
  id: z.string().max(200),
  type: z.string().min(1).max(100),
  x: gridNumber(0),
  y: gridNumber(0),
  w: gridNumber(1),
  h: gridNumber(1),
  props: WidgetProps,
})
export type WidgetEntry = z.infer<typeof WidgetEntry>

/** Columns of the grid. */
const GRID_COLUMNS = 8

/** Without `x` and `y` a widget is placed at the left, in row twice the number of widgets before it. */
const WidgetEntryInput = WidgetEntry.extend({
  id: WidgetEntry.shape.id.optional(),
  x: WidgetEntry.shape.x
    .max(GRID_COLUMNS - 1, `The grid has ${GRID_COLUMNS} columns, numbered 0 to ${GRID_COLUMNS - 1}`)
    .optional(),
  y: WidgetEntry.shape.y.optional(),
  w: WidgetEntry.shape.w.max(GRID_COLUMNS, `The grid has ${GRID_COLUMNS} columns`),
  props: WidgetProps.default({}),
})
  .refine(({ x = 0, w }) => x >= GRID_COLUMNS || w > GRID_COLUMNS || x + w <= GRID_COLUMNS, {
    path: ['w'],
    message: `This widget is too wide for its position on the ${GRID_COLUMNS}-column grid`,
  })
  .refine(({ type, props }) => isShorter(maxProps(type))(props), {
    path: ['props'],
    message: 'The settings of this widget are too large',
  })
  .superRefine(({ x, y, type, props }, context) => {
    if ((x === undefined) !== (y === undefined))
      context.addIssue({
        code: 'custom',
        path: [x === undefined ? 'x' : 'y'],
        message: 'A position has both x and y. Leave out both to place the widget automatically.',
      })
    for (const { path, message } of tileProblems(type, props))
      context.addIssue({ code: 'custom', path: ['props', ...path], message })
  })

export const WidgetList = z
  .array(WidgetEntryInput, { error: 'Layout must be an array!' })
  .max(MAX_WIDGETS)
  .refine(isShorter(MAX_LAYOUT), 'This dashboard is too large. Remove a widget.')

/** What a user may do with a dashboard. Only the owner shares and deletes it. */
export const DashboardAccess = z.enum(['owner', 'edit', 'view'])
export type DashboardAccess = z.infer<typeof DashboardAccess>

export const Dashboard = z.object({
  name: z.string(),
  /** in the address of the dashboard; that of a colleague's is its id, as slugs are unique per user only */
  slug: z.string(),
  description: z.string().nullable(),
  isPublic: z.boolean(),
  isDefault: z.boolean(),
  widgets: z.array(WidgetEntry),
  /** what the dashboard opens with; null: the tiles' own settings */
  filterBar: SavedFilterBar.nullable(),
  /** incremented by layout saves only */
  version: z.number().int(),
  isOwn: z.boolean(),
  access: DashboardAccess,
  /** null: the user's own */
  ownerName: z.string().nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>

const DashboardSummary = z.object({ slug: z.string(), name: z.string() })

const DashboardName = RequiredText(200)
const DashboardDescription = z.string().trim().max(2000, 'This field must be less than 2000 characters').nullable()

export const NewDashboard = z.object({
  name: DashboardName,
  description: DashboardDescription.default(null),
  isPublic: z.boolean().default(false),
  /** absent: only a user's first dashboard becomes the default */
  isDefault: z.boolean().optional(),
  widgets: WidgetList.default([]),
})
export type NewDashboard = z.input<typeof NewDashboard>

export const DashboardUpdate = z.object({
  name: DashboardName,
  slug: z.string().optional(),
  description: DashboardDescription.default(null),
  /** absent: unchanged; so is `isDefault` */
  isPublic: z.boolean().optional(),
  isDefault: z.boolean().optional(),
  widgets: WidgetList,
  /** the version the change is based on; absent: not checked */
  version: z.number().int().optional(),
})
export type DashboardUpdate = z.input<typeof DashboardUpdate>

const BySlug = z.object({ slug: z.string().min(1).max(300) })

const TextUpdate = z.object({ slug: z.string().min(1).max(300), newValue: RequiredText(2000) })

const TrashedDashboard = DashboardSummary.extend({ deletedDateUtc: Instant })

/** A number above the picture. `value` and `previous` are in the unit of `format`: currency in major units. */
export const Kpi = z.object({
  metric: z.string(),
  label: z.string(),
  value: z.number().nullable(),
  previous: z.number().nullable(),
  format: z.string(),
  goodDirection: z.enum(['up', 'down', 'neutral']),
})
export type Kpi = z.infer<typeof Kpi>

const Table = z.object({ columns: z.array(ResultColumn), rows: z.array(ResultRow) })

/** What a report tile shows besides its numbers and rows. */
const TileReport = z.object({
  /** as it could be drawn */
  show: z.enum(REPORT_SHOWS),
  /** of the report; empty for a definition without one */
  name: z.string(),
  reportType: z.string(),
  /** columnId that the range limits */
  dateColumn: z.string().nullable(),
  /** columnIds; none: rows are records, or the only row is the total */
  groupColumns: z.array(z.string()),
  chart: ReportChart.nullable(),
  /** the matching row of the compared range for each row */
  previous: z.array(ResultRow.nullable()).optional(),
  /** of a chart with a comparison: the rows are every group of both ranges */
  hasEveryGroup: z.boolean().optional(),
  pivot: PivotResult.optional(),
  /** of all rows, of which a tile shows the first */
  rowCount: z.number().int(),
  timeZone: z.string(),
  /** what the dashboard adds to the definition: `POST /reports/query` with both answers the same rows */
  request: ReportCallOptions,
})

/** The goal of a goal tile; its first KPI is what is reached so far. */
const TileGoal = z.object({
  metric: z.enum(GOAL_METRICS),
  period: z.enum(GOAL_PERIODS),
  /** in the unit of the KPI */
  target: z.number(),
  /** local days left, today included; 0: it is over */
  daysLeft: z.number().int(),
  /** share of the period's days before today */
  elapsed: z.number(),
})

export const WidgetData = Table.extend({
  kpis: z.array(Kpi),
  /** of a report tile */
  report: TileReport.optional(),
  /** of a goal tile */
  goal: TileGoal.optional(),
  previousRows: z.array(ResultRow).optional(),
  /** a second table over time, if the widget draws one in addition to its rows */
  trend: Table.optional(),
  /** the logo widget's picture and its fallback text */
  account: z.object({ name: z.string(), logoUrl: z.string().nullable() }).optional(),
})
export type WidgetData = z.infer<typeof WidgetData>

export const DashboardDataRequest = z.object({
  includeClubOrders: z.boolean().default(true),
  /** a tile whose props have `keepsOwnDates` keeps the range and comparison of its settings */
  filterBar: FilterBar.optional(),
  widgets: z.array(z.object({ id: Id, type: z.string().max(100), props: WidgetProps.default({}) })).max(200),
  /** cached etags of the caller, by widget id */
  known: z.record(z.string(), z.string()).transform(lookupTable).optional(),
})
export type DashboardDataRequest = z.input<typeof DashboardDataRequest>

/** With short history, the KPIs over the like-for-like parts; null: the comparison range has no data. */
export const WidgetComparison = Comparison.extend({
  likeForLike: LikeForLikeRanges.extend({
    kpis: z.array(Kpi.pick({ metric: true, value: true, previous: true })),
  }).nullable(),
})
export type WidgetComparison = z.infer<typeof WidgetComparison>

/** One line of the stream. */
export const WidgetLine = z.union([
  z.object({
    id: z.string(),
    data: WidgetData,
    range: ResolvedRange.nullable(),
    compareRange: ResolvedRange.optional(),
    comparison: WidgetComparison.optional(),
    /** parts of the filter bar that this tile cannot apply */
    notApplied: z.array(NotApplied).optional(),
    asOf: Instant.nullable(),
    elapsedMs: z.number(),
    etag: z.string(),
  }),
  z.object({ id: z.string(), unchanged: z.literal(true), notApplied: z.array(NotApplied).optional() }),
  z.object({ id: z.string(), error: z.object({ code: z.string(), message: z.string() }) }),
])
export type WidgetLine = z.infer<typeof WidgetLine>

const SAMPLE_WIDGETS = [{ id: 'w', type: 'logo', x: 0, y: 0, w: 1, h: 2, props: {} }]

const read = endpointFor({ access: 'signedIn' })
const change = audited('dashboards', { access: 'signedIn' })

export const dashboards = {
  list: read('GET /dashboards', 'Dashboards of the user').output(z.array(Dashboard)),
  slugs: read('GET /dashboards/slugs', 'Slug and name of each dashboard').output(z.array(DashboardSummary)),
  trash: read('GET /dashboards/trash', 'Deleted dashboards, kept for 30 days')
    .input(PageQuery)
    .output(paged(TrashedDashboard)),
  get: read('GET /dashboards/{slug}', 'A dashboard; the slug may be the word default').input(BySlug).output(Dashboard),
  create: change('POST /dashboards', 'Create a dashboard', 'Created a dashboard', {
    successStatus: 201,
    sample: { body: { name: 'Sample' } },
  })
    .input(NewDashboard)
    .output(Dashboard),
  /** 412 with `current` next to `errors` when `version` or `If-Match` is stale */
  update: change('PUT /dashboards/{slug}', 'Save a whole dashboard', 'Saved a dashboard', {
    inputStructure: 'detailed',
    sample: { body: { name: 'Taken over', widgets: SAMPLE_WIDGETS } },
  })
    .input(
      z.object({
        params: BySlug,
        headers: z.object({ 'if-match': z.string().optional() }).loose().optional(),
        body: DashboardUpdate,
      }),
    )
    .output(Dashboard),
  remove: change('DELETE /dashboards/{slug}', 'Move a dashboard to the trash', 'Deleted a dashboard')
    .input(BySlug)
    .output(z.void()),
  rename: change('PUT /dashboards/{slug}/name', 'Rename a dashboard', 'Renamed a dashboard', {
    sample: { body: { newValue: 'Taken over' } },
  })
    .input(TextUpdate)
    .output(Dashboard),
  describe: change('PUT /dashboards/{slug}/description', 'Change the description', 'Changed a dashboard description', {
    sample: { body: { newValue: 'Taken over' } },
  })
    .input(TextUpdate)
    .output(Dashboard),
  saveFilterBar: change(
    'PUT /dashboards/{slug}/filter-bar',
    'Change the filters that a dashboard opens with; null removes them',
    'Changed the default filters of a dashboard',
    { sample: { body: { filterBar: { range: 'Last30Days' } } } },
  )
    .input(z.object({ slug: z.string().min(1).max(300), filterBar: SavedFilterBar.nullable() }))
    .output(Dashboard),
  toggleDefault: change(
    'PUT /dashboards/{slug}/toggle-default',
    'Make a dashboard the default, or move the default to another',
    'Changed the default dashboard',
  )
    .input(BySlug)
    .output(Dashboard),
  restore: change('POST /dashboards/{slug}/restore', 'Restore a dashboard from the trash', 'Restored a dashboard')
    .input(BySlug)
    .output(Dashboard),
  /** answers `application/x-ndjson`, a `WidgetLine` per widget as it is ready */
  data: read('POST /dashboards/data', 'Data of all tiles, streamed', {
    effect: 'read',
    transport: 'raw',
    sample: { body: { widgets: [{ id: 'w', type: 'logo', props: {} }] } },
  }).input(DashboardDataRequest),
}
