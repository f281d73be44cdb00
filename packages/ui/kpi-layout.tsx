import type { ReactNode } from 'react'
import type { Box } from '#charts/chart.ts'
import { textWidth } from '#charts/text-measure.ts'
import type { Formats } from '#charts/value-format.ts'
import { useFormats } from './formats-context.tsx'
import { fittingSides, type KpiValue } from './kpi-fit.ts'
import classes from './kpi-layout.module.css'
import { KpiInline, KpiNumber } from './kpi-number.tsx'

export interface KpiLayoutProps {
  readonly box: Box
  /** the first is the main number */
  readonly kpis: readonly KpiValue[]
  readonly comparedWith: string | null
  /** draws into the remaining space; absent: numbers only */
  readonly picture?: (box: Box) => ReactNode
}

/** Pixels: name, number, and its change if there is one. */
const heroHeight = (comparedWith: string | null): number => (comparedWith === null ? 54 : 72)
/** Pixels: the least for something to press. */
const INLINE_HEIGHT = 24
/** Pixels for the change of a number on one line, and between two numbers. */
const INLINE_CHANGE = 58
const INLINE_GAP = 14
const GAP = 8
/** Minimum height in pixels of a readable chart. */
const MIN_PICTURE = 28

/** How many lines the numbers take that stand next to each other where there is room. */
const inlineLines = (kpis: readonly KpiValue[], width: number, isCompared: boolean, formats: Formats): number => {
  let lines = 0
  let left = 0
  for (const { label, value, format } of kpis) {
    const own = textWidth(`${label} ${formats.figure(value, format)}`, 12.5) + (isCompared ? INLINE_CHANGE : 0)
    if (own > left) {
      lines += 1
      left = width
    }
    left -= own + INLINE_GAP
  }
  return lines
}

/** Number first, then its comparison, then the chart, arranged for the available size. */
export const KpiLayout = (props: KpiLayoutProps) => {
  if (props.box.width < 280) return <Narrow {...props} />
  return props.box.height < 150 ? <SideBySide {...props} /> : <Above {...props} />
}

const pictureIn = (box: Box, picture: KpiLayoutProps['picture']): ReactNode =>
  picture !== undefined && box.height >= MIN_PICTURE && box.width >= 60 ? picture(box) : null

const Narrow = ({ box, kpis, comparedWith, picture }: KpiLayoutProps) => {
  const [hero] = kpis
  const height = box.height - heroHeight(comparedWith) - GAP
  return (
    <div className={classes.column}>
      {hero ? <KpiNumber kpi={hero} size="hero" room={box.width} comparedWith={comparedWith} /> : null}
      {pictureIn({ width: box.width, height }, picture)}
    </div>
  )
}

const SideBySide = (props: KpiLayoutProps) => {
  const { box, comparedWith, picture } = props
  const [hero, ...others] = props.kpis
  if (comparedWith !== null && others.length > 0) return <CompareList {...props} />
  const heroWidth = Math.round(Math.min(200, box.width * 0.46))
  const bottom = others.length > 0 ? INLINE_HEIGHT + 4 : 0
  const height = box.height - bottom
  return (
    <div className={classes.column}>
      <div className={classes.row} style={{ height }}>
        <div style={{ width: heroWidth }} className={classes.hero}>
          {hero ? <KpiNumber kpi={hero} size="hero" room={heroWidth * 0.75} comparedWith={comparedWith} /> : null}
        </div>
        {pictureIn({ width: box.width - heroWidth - GAP * 2, height }, picture)}
      </div>
      {others.length > 0 ? (
        <div className={classes.inlines}>
          {others.map((kpi) => (
            <KpiInline key={kpi.metric} kpi={kpi} comparedWith={null} />
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** Compared numbers below each other, next to the main one, so that each has room for its change. */
const CompareList = ({ box, kpis: [hero, ...others], comparedWith, picture }: KpiLayoutProps) => {
  const heroWidth = Math.round(Math.min(160, box.width * 0.4))
  const width = box.width - heroWidth - GAP * 2
  const height = box.height - others.length * INLINE_HEIGHT - GAP / 2
  return (
    <div className={classes.row}>
      <div style={{ width: heroWidth }} className={classes.hero}>
        {hero ? <KpiNumber kpi={hero} size="hero" room={heroWidth * 0.8} comparedWith={comparedWith} /> : null}
      </div>
      <div className={classes.list} style={{ width }}>
        {pictureIn({ width, height }, picture)}
        {others.map((kpi) => (
          <KpiInline key={kpi.metric} kpi={kpi} comparedWith={comparedWith} />
        ))}
      </div>
    </div>
  )
}

const Above = ({ box, kpis, comparedWith, picture }: KpiLayoutProps) => {
  const [hero, ...others] = kpis
  const formats = useFormats()
  const room = fittingSides(kpis, box.width, comparedWith !== null, formats)
  const rest = others.slice(room)
  const restHeight = inlineLines(rest, box.width, comparedWith !== null, formats) * INLINE_HEIGHT
  const height = box.height - heroHeight(comparedWith) - GAP - (rest.length > 0 ? restHeight + GAP : 0)
  return (
    <div className={classes.column}>
      <div className={classes.numbers} style={{ height: heroHeight(comparedWith) }}>
        {hero ? <KpiNumber kpi={hero} size="hero" comparedWith={comparedWith} /> : null}
        {others.slice(0, room).map((kpi) => (
          <KpiNumber key={kpi.metric} kpi={kpi} size="side" comparedWith={comparedWith} />
        ))}
      </div>
      {rest.length > 0 ? (
        <div className={classes.inlines} style={{ height: restHeight }}>
          {rest.map((kpi) => (
            <KpiInline key={kpi.metric} kpi={kpi} comparedWith={comparedWith} />
          ))}
        </div>
      ) : null}
      {pictureIn({ width: box.width, height }, picture)}
    </div>
  )
}
