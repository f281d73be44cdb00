import { NativeSelect, NumberInput, Switch } from '@mantine/core'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { aggregatedName } from '#domain/report-terms.ts'
import { useBuilder } from './builder-context.tsx'
import { type DraftColumn, findColumn, type ReportDraft, type ReportType } from './report-draft.ts'

/** As many values as a report can keep of a group column. */
const MAX_VALUES = 1000

type Ranking = Pick<DraftColumn, 'columnId' | 'aggregation'>

interface RankingChoice extends Ranking {
  readonly value: string
  readonly label: string
}

/** Measures of the report that values can be ranked by; without any, the first of its type. */
const rankings = (type: ReportType, { columns }: ReportDraft): readonly RankingChoice[] => {
  const shown = columns.filter(
    ({ columnId, aggregation }) => aggregation !== 'None' || findColumn(type, columnId)?.kind === 'measure',
  )
  const first = type.columns.find(({ kind }) => kind === 'measure')
  const own: readonly DraftColumn[] = shown
  const choices: readonly Ranking[] =
    own.length > 0 || first === undefined ? own : [{ columnId: first.columnId, aggregation: 'None' }]
  return choices.map(({ columnId, aggregation }) => ({
    columnId,
    aggregation,
    value: `${columnId} ${aggregation}`,
    label: aggregatedName(findColumn(type, columnId)?.displayName ?? columnId, aggregation),
  }))
}

/** Time parts have a place in time, so only text is ranked. */
const isRanked = ({ kind, type, columnId }: CatalogColumn): boolean =>
  kind === 'dimension' && (type === 'text' || type === 'enum') && !/(Day|Week|Month|Quarter|Year)$/.test(columnId)

const TopValues = ({ known }: { readonly known: CatalogColumn }) => {
  const { type, draft, edit } = useBuilder()
  const { columnId } = known
  const limit = draft.groupLimits.find((one) => one.columnId === columnId)
  const choices = rankings(type, draft)
  const [first] = choices
  if (first === undefined) return null
  const by = limit?.by ?? first
  const handleTop = (top: number | string): void => {
    const next = typeof top === 'number' ? { columnId, top, by, direction: limit?.direction ?? 'desc' } : null
    edit({ kind: 'groupLimited', columnId, limit: next }, `top.${columnId}`)
  }
  const handleRanking = (value: string): void => {
    const chosen = choices.find((one) => one.value === value)
    if (limit === undefined || chosen === undefined) return
    const { columnId: measure, aggregation } = chosen
    edit({ kind: 'groupLimited', columnId, limit: { ...limit, by: { columnId: measure, aggregation } } })
  }
  return (
    <>
      <NumberInput
        size="xs"
        label="Limit values to top N"
        description="Group the rest as “All others”"
        placeholder="All values"
        min={1}
        max={MAX_VALUES}
        allowDecimal={false}
        clampBehavior="strict"
        value={limit?.top ?? ''}
        onChange={handleTop}
      />
      {limit === undefined ? null : (
        <NativeSelect
          size="xs"
          label="Top values by"
          value={`${by.columnId} ${by.aggregation}`}
          data={choices.map(({ value, label }) => ({ value, label }))}
          onChange={({ currentTarget }) => handleRanking(currentTarget.value)}
        />
      )}
    </>
  )
}

/** Settings of a column that the report is grouped by: its top N, and its axis. */
export const GroupSettings = ({ known }: { readonly known: CatalogColumn }) => {
  const { draft, edit } = useBuilder()
  const { columnId } = known
  return (
    <>
      {isRanked(known) ? <TopValues known={known} /> : null}
      <Switch
        size="xs"
        label="Show as columns"
        description="One column for each value, with subtotals"
        checked={draft.pivot?.columns.includes(columnId) === true}
        data-across={columnId}
        onChange={({ currentTarget }) => {
          edit({ kind: 'pivoted', columnId, isAcross: currentTarget.checked })
          // The card is drawn again in the other area.
          requestAnimationFrame(() =>
            document.querySelector<HTMLElement>(`[data-across="${CSS.escape(columnId)}"]`)?.focus(),
          )
        }}
      />
    </>
  )
}
