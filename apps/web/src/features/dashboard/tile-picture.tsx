import { Tooltip } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { memo } from 'react'
import type { WidgetData } from '#contract/dashboards.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { ADMIN_ROLES, hasAnyRole } from '#domain/role.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { PathLink } from '#ui/page-link.tsx'
import { useBox } from '#ui/tile-frame.tsx'
import { TileEmpty, TileError, TileSkeleton } from '#ui/tile-states.tsx'
import { useCurrentUser } from '#web/app/current-user.ts'
import { comparedFoot, comparedWith } from '#widgets/kit/chart-text.ts'
import { isEmptyResult } from '#widgets/kit/result-table.ts'
import { WidgetTable } from '#widgets/kit/widget-table.tsx'
import { NO_RESULT, type WidgetRange, type WidgetView } from '#widgets/kit/widget-view.ts'
import classes from './tile.module.css'
import { shownResult, type TileResult, type TileState } from './tile-state.ts'

export interface TilePictureProps {
  readonly title: string
  readonly view: WidgetView
  readonly settings: Readonly<Record<string, unknown>>
  readonly state: TileState | undefined
  readonly isTable: boolean
  /** why a result has no rows */
  readonly emptyReason: string
  readonly onRetry: () => void
}

/** Content of a tile: loading, failed, empty, or its picture at the available size. */
export const TilePicture = memo((props: TilePictureProps) => {
  const [ref, box] = useBox<HTMLDivElement>()
  return (
    <div ref={ref} className={classes.picture} aria-busy={box === null || undefined}>
      {box === null ? null : <TileContent {...props} box={box} />}
    </div>
  )
})

/** A report draws its own table. */
const asTable = ({ report, ...data }: WidgetData): WidgetData =>
  report === undefined ? data : { ...data, report: { ...report, show: 'table' } }

/** For those who may add a plan. */
const PlanLink = () => {
  const roles = useCurrentUser()?.roles ?? []
  return hasAnyRole(roles, ADMIN_ROLES) ? <PathLink href="/plan">Open the plan</PathLink> : null
}

const TileContent = (props: TilePictureProps & { readonly box: { width: number; height: number } }) => {
  const { title, view, settings, state, isTable, emptyReason, onRetry, box } = props
  if (view.isStatic) return <view.View {...NO_RESULT} {...{ settings, box }} />
  if (state?.status === 'refused') {
    return <TileEmpty reason={state.message}>{state.code === 'widget.goal_not_set' ? <PlanLink /> : null}</TileEmpty>
  }
  if (state?.status === 'failed') return <TileError message={state.message} onRetry={onRetry} />
  const result = shownResult(state)
  if (result === null) {
    return (
      <TileSkeleton
        shape={view.skeleton}
        height={box.height}
        since={state?.status === 'loading' ? state.since : Date.now()}
      />
    )
  }
  if (isEmptyResult(result.data)) return <TileEmpty reason={emptyReason} />
  if (isTable && result.data.report === undefined) return <WidgetTable data={result.data} title={title} />
  const { range, compareRange, comparison } = result
  const data = isTable ? asTable(result.data) : result.data
  return <view.View {...{ data, range, compareRange, comparison, settings, box }} />
}

const RangeText = ({ range: { from, until, partial } }: { range: WidgetRange }) => {
  const formats = useFormats()
  const full = formats.range(from, until)
  // A range that goes on ends with the data: its first day is enough.
  const goesOn = partial && addDays(from, 1) < until
  const isThisYear = from.slice(0, 4) === addDays(until, -1).slice(0, 4)
  return (
    <span className={classes.dates} title={partial ? `${full}, today so far` : full}>
      {goesOn ? `Since ${formats.day(from, isThisYear ? 'short' : 'full')}` : full}
    </span>
  )
}

/** What of the dashboard's filters these numbers ignore. */
const NotFiltered = ({ notApplied }: Pick<TileResult, 'notApplied'>) => {
  const names = notApplied.map(({ label }) => label.toLowerCase()).join(', ')
  return (
    <Tooltip
      label={notApplied.map(({ reason }) => `${reason}.`).join(' ')}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw={280}
    >
      <button type="button" className={classes.notFiltered}>
        <IconFilterOff size={14} aria-hidden />
        <span>Ignores {names}</span>
      </button>
    </Tooltip>
  )
}

interface TileFooterProps {
  readonly result: TileResult
  /** the age of the data that the page shows already */
  readonly pageAsOf?: string | null
}

/** The dates that the numbers cover, and the age of the data where it differs from the page's. */
export const TileFooter = ({ result, pageAsOf = null }: TileFooterProps) => {
  const { range, compareRange, comparison, notApplied, asOf } = result
  const formats = useFormats()
  return (
    <>
      {range === null ? <span>All time</span> : <RangeText range={range} />}
      {compareRange === null ? null : (
        <span className={classes.dates} title={comparedWith({ compareRange, comparison }, formats) ?? ''}>
          {comparedFoot({ compareRange, comparison }, formats)}
        </span>
      )}
      {notApplied.length === 0 ? null : <NotFiltered notApplied={notApplied} />}
      {asOf === null || asOf === pageAsOf ? null : <span className={classes.asOf}>as of {formats.instant(asOf)}</span>}
    </>
  )
}
