import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import type { ReportChart } from '#contract/report-definition.ts'
import { aggregatedName } from '#domain/report-terms.ts'
import classes from './builder.module.css'
import { BuilderSection, useBuilder } from './builder-context.tsx'
import { problemAt } from './field-problems.ts'
import { type DraftColumn, findColumn, type ReportType } from './report-draft.ts'
import { hasStates, makeChart, suggestChart } from './suggest-chart.ts'

const CHART_KIND_LABELS: Readonly<Record<ReportChart['kind'], string>> = {
  none: 'No chart',
  line: 'Line',
  bar: 'Bar',
  stackedBar: 'Stacked bar',
  pie: 'Donut',
  heatmap: 'Heatmap',
  map: 'Map of states',
}

const X_LABELS: Readonly<Partial<Record<ReportChart['kind'], string>>> = { pie: 'Slices', map: 'States' }

const KINDS = Object.entries(CHART_KIND_LABELS).map(([value, label]) => ({ value, label }))

const isKind = (text: string): text is ReportChart['kind'] => Object.hasOwn(CHART_KIND_LABELS, text)

interface Option {
  readonly value: string
  readonly label: string
  readonly isDrawn: boolean
}

const columnOptions = (type: ReportType, columns: readonly DraftColumn[]): readonly Option[] =>
  columns.map(({ columnId, displayName, aggregation }) => {
    const known = findColumn(type, columnId)
    return {
      value: columnId,
      label: displayName ?? aggregatedName(known?.displayName ?? columnId, aggregation),
      isDrawn: known?.kind === 'measure' || aggregation !== 'None',
    }
  })

/** The chart above the table. */
export const ChartSection = () => {
  const { type, draft, problems, edit } = useBuilder()
  const { chart } = draft
  const suggested = suggestChart(type, draft)
  const handleKind = (text: string): void => {
    if (!isKind(text)) return
    const chosen = text === 'none' ? null : (makeChart(type, draft, text) ?? { kind: text, x: null, series: [] })
    edit({ kind: 'changed', change: { chart: chosen } })
  }
  const isAsSuggested = chart?.kind === suggested?.kind && chart?.x === suggested?.x
  return (
    <BuilderSection
      title="Chart"
      problem={problemAt(problems, 'chart')}
      action={
        suggested === null || isAsSuggested ? null : (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconWand size={14} aria-hidden />}
            onClick={() => edit({ kind: 'changed', change: { chart: suggested } })}
          >
            Use {CHART_KIND_LABELS[suggested.kind].toLowerCase()}
          </Button>
        )
      }
    >
      <NativeSelect
        size="xs"
        label="Chart type"
        value={chart?.kind ?? 'none'}
        data={KINDS.filter(({ value }) => value !== 'map' || chart?.kind === 'map' || hasStates(type, draft))}
        onChange={({ currentTarget }) => handleKind(currentTarget.value)}
      />
      {chart === null ? null : <ChartAxes chart={chart} options={columnOptions(type, draft.columns)} />}
    </BuilderSection>
  )
}

const ChartAxes = ({ chart, options }: { chart: ReportChart; options: readonly Option[] }) => {
  const { edit } = useBuilder()
  const change = (next: Partial<ReportChart>): void =>
    edit({ kind: 'changed', change: { chart: { ...chart, ...next } } })
  const dimensions = options.filter(({ isDrawn }) => !isDrawn)
  const measures = options.filter(({ isDrawn }) => isDrawn)
  const split = chart.series.find((columnId) => dimensions.some(({ value }) => value === columnId)) ?? ''
  const drawn = chart.series.filter((columnId) => measures.some(({ value }) => value === columnId))
  const asOptions = (all: readonly Option[]) => all.map(({ value, label }) => ({ value, label }))
  const chosen = { value: '', label: 'Choose…' }
  const none = { value: '', label: 'No split' }
  const withSplit = (columnId: string, all: readonly string[]): string[] =>
    columnId === '' ? [...all] : [columnId, ...all.slice(0, 1)]
  const toggle = (columnId: string, isOn: boolean): void =>
    change({
      series: withSplit(split, isOn ? [...drawn, columnId] : drawn.filter((one) => one !== columnId)),
    })
  return (
    <>
      <NativeSelect
        size="xs"
        label={X_LABELS[chart.kind] ?? 'X-axis'}
        value={chart.x ?? ''}
        data={[chosen, ...asOptions(dimensions)]}
        onChange={({ currentTarget }) => change({ x: currentTarget.value === '' ? null : currentTarget.value })}
      />
      {chart.kind === 'pie' || chart.kind === 'map' || dimensions.length < 2 ? null : (
        <NativeSelect
          size="xs"
          label={chart.kind === 'heatmap' ? 'Y-axis' : 'Split by'}
          value={split}
          data={[none, ...asOptions(dimensions.filter(({ value }) => value !== chart.x))]}
          onChange={({ currentTarget }) => change({ series: withSplit(currentTarget.value, drawn) })}
        />
      )}
      <fieldset className={classes.choices}>
        <legend>{split === '' ? 'Values' : 'Value'}</legend>
        {measures.map(({ value, label }) => (
          <Checkbox
            key={value}
            size="xs"
            label={label}
            checked={drawn.includes(value)}
            onChange={({ currentTarget }) =>
              split === '' ? toggle(value, currentTarget.checked) : change({ series: [split, value] })
            }
          />
        ))}
      </fieldset>
    </>
  )
}
