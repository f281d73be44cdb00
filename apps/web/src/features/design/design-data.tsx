import type { ReactNode } from 'react'
import type { Box } from '#charts/chart.ts'
import { BarChart, HorizontalBars, LineChart, Sparkline } from '#ui/charts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { KpiLayout } from '#ui/kpi-layout.tsx'
import { TileFrame, useBox } from '#ui/tile-frame.tsx'
import { TileEmpty, TileError, TileSkeleton } from '#ui/tile-states.tsx'
import { ActionMenu, Listing } from '#web/app/listing.tsx'
import classes from './design-screen.module.css'

const ignore = (): void => undefined

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun']
const NOW = [42_100, 38_400, 51_900, 47_300, 60_200, 58_800]
const PREVIOUS_SALES = [39_000, 41_200, 44_800, 46_100, 52_700, 55_000]
const CHANNELS = ['Tasting room', 'Web', 'Club', 'Phone', 'Event', 'Reservation', 'Marketplace', 'All others']

const compared = {
  categories: MONTHS,
  isLastRunning: true,
  series: [
    { name: '2025', values: PREVIOUS_SALES, color: 0, isComparison: true },
    { name: '2026', values: NOW, color: 0 },
  ],
}
const stacked = {
  categories: MONTHS,
  series: CHANNELS.map((name, color) => ({ name, color, values: NOW.map((value) => value / (color + 2)) })),
}
const rows = CHANNELS.map((name, index) => ({ name, value: 60_000 / (index + 1), previous: 52_000 / (index + 1) }))

const kpis = [
  {
    metric: 'netSales',
    label: 'Net sales',
    value: 298_700,
    previous: 278_800,
    format: 'currency',
    goodDirection: 'up',
  },
  { metric: 'refunds', label: 'Refunds', value: 1_420, previous: 900, format: 'currency', goodDirection: 'down' },
] as const

const Measured = ({ draw }: { readonly draw: (box: Box) => ReactNode }) => {
  const [ref, box] = useBox<HTMLDivElement>()
  return (
    <div ref={ref} style={{ height: '100%' }}>
      {box && draw(box)}
    </div>
  )
}

const shared = { format: 'currency', summary: 'Net sales by month' }

export const Tiles = () => (
  <div className={classes.tiles}>
    <TileFrame title="Sales" footer={<span>June 1–14 · today so far</span>}>
      <Measured
        draw={(box) => (
          <KpiLayout
            box={box}
            kpis={kpis}
            comparedWith="last year"
            picture={(room) => <Sparkline box={room} data={compared} {...shared} />}
          />
        )}
      />
    </TileFrame>
    <TileFrame title="Waiting">
      <TileSkeleton shape="numbers" height={120} since={Date.now()} />
    </TileFrame>
    <TileFrame title="Failed">
      <TileError message="The numbers couldn’t be loaded." onRetry={ignore} />
    </TileFrame>
    <TileFrame title="Nothing sold">
      <TileEmpty reason="No orders from May 1 to May 7. Choose other dates, or connect a service." />
    </TileFrame>
  </div>
)

export const Charts = () => (
  <div
    className={classes.tiles}
    style={{ gridAutoRows: 260, gridTemplateColumns: 'repeat(auto-fill, minmax(420px, 1fr))' }}
  >
    <TileFrame title="Bars, compared">
      <Measured draw={(box) => <BarChart box={box} data={compared} mode="grouped" {...shared} />} />
    </TileFrame>
    <TileFrame title="Line, compared">
      <Measured draw={(box) => <LineChart box={box} data={compared} {...shared} />} />
    </TileFrame>
    <TileFrame title="Every color, stacked">
      <Measured draw={(box) => <BarChart box={box} data={stacked} mode="stacked" {...shared} />} />
    </TileFrame>
    <TileFrame title="Rows">
      <Measured draw={(box) => <HorizontalBars box={box} rows={rows} valueName="Net sales" {...shared} />} />
    </TileFrame>
  </div>
)

const COLUMNS = [
  { key: 'channel', title: 'Channel', format: 'text' },
  { key: 'netSales', title: 'Net sales', format: 'currency' },
]

export const Tables = () => (
  <>
    <div className={classes.card} style={{ height: 240 }}>
      <DataTable caption="Sales by channel" columns={COLUMNS} rows={rows.map(({ name, value }) => [name, value])} />
    </div>
    <Listing
      caption="Channels"
      hasActions
      heads={
        <>
          <th scope="col">Channel</th>
          <th scope="col">Last order</th>
        </>
      }
    >
      {CHANNELS.slice(0, 4).map((name) => (
        <tr key={name}>
          <td>{name}</td>
          <td>Today, 9:40 AM</td>
          <td>
            <ActionMenu label={`Actions for ${name}`}>{null}</ActionMenu>
          </td>
        </tr>
      ))}
    </Listing>
  </>
)
