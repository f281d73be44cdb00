import { VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { textWidth } from '#charts/text-measure.ts'
import { changeText, shortAmount, spokenChange } from './comparison.ts'
import { useFormats } from './formats-context.tsx'
import { changeWords, type KpiValue } from './kpi-fit.ts'
import classes from './kpi-number.module.css'
import { AskableNumber } from './number-action.tsx'

export interface KpiNumberProps {
  readonly kpi: KpiValue
  readonly size: 'hero' | 'side'
  /** pixels for the number; absent: natural width */
  readonly room?: number
  /** the comparison period in words; null: no comparison */
  readonly comparedWith: string | null
  /** stands instead of a comparison */
  readonly note?: string | null
}

/** Font size in pixels of the main number in a narrow tile. */
const NARROW_SIZE = 24

/** A number with its name and its change. */
export const KpiNumber = ({ kpi, size, room, comparedWith, note = null }: KpiNumberProps) => {
  const formats = useFormats()
  const figure = formats.figure(kpi.value, kpi.format)
  const isTooWide = room !== undefined && textWidth(figure, NARROW_SIZE) > room
  return (
    <div className={classes.kpi} data-size={size}>
      <div className={classes.label}>{kpi.label}</div>
      <div className={classes.number} title={formats.value(kpi.value, kpi.format)}>
        <KpiFigure kpi={kpi} text={isTooWide ? formats.compact(kpi.value, kpi.format) : figure} />
      </div>
      {comparedWith === null ? null : <KpiChange kpi={kpi} comparedWith={comparedWith} />}
      {note === null ? null : (
        <div className={`${classes.change} ${classes.note}`} title={note}>
          {note}
        </div>
      )}
    </div>
  )
}

const NO_ROW = {}

const KpiFigure = ({ kpi: { metric, label, value }, text }: { kpi: KpiValue; text: string }) =>
  value === null ? (
    text
  ) : (
    <AskableNumber coordinate={{ measure: metric, row: NO_ROW }} name={label}>
      {text}
    </AskableNumber>
  )

const KpiChange = ({ kpi, comparedWith: days }: { kpi: KpiValue; comparedWith: string }) => {
  const { likeForLike, sameHours } = kpi
  const formats = useFormats()
  const text = changeText({ ...kpi, ...likeForLike, ...sameHours }, formats)
  const Arrow = text.arrow === 'down' ? IconArrowDownRight : IconArrowUpRight
  const comparedWith = sameHours === undefined ? days : `${days}, until ${sameHours.until}`
  return (
    <div className={classes.change} data-verdict={text.verdict} title={`Compared with ${comparedWith}`}>
      <span aria-hidden className={classes.changeText}>
        {text.arrow === null ? null : <Arrow size={14} stroke={2.2} className={classes.arrow} />}
        {changeWords(kpi, formats)}
      </span>
      <VisuallyHidden>{spokenChange(text, comparedWith)}</VisuallyHidden>
    </div>
  )
}

/** Name, number and change on one line, for secondary numbers. */
export const KpiInline = ({ kpi, comparedWith }: Pick<KpiNumberProps, 'kpi' | 'comparedWith'>) => {
  const formats = useFormats()
  return (
    <span className={classes.inline}>
      <span className={classes.inlineLabel} title={kpi.label}>
        {kpi.label}
      </span>{' '}
      <strong>
        <KpiFigure kpi={kpi} text={formats.figure(kpi.value, kpi.format)} />
      </strong>
      {comparedWith === null ? null : <ShortChange kpi={kpi} comparedWith={comparedWith} />}
    </span>
  )
}

const ShortChange = ({ kpi, comparedWith }: { kpi: KpiValue; comparedWith: string }) => {
  const formats = useFormats()
  const compared = { ...kpi, ...kpi.likeForLike }
  const text = changeText(compared, formats)
  const Arrow = text.arrow === 'down' ? IconArrowDownRight : IconArrowUpRight
  return (
    <span className={classes.short} data-verdict={text.verdict} title={`Compared with ${comparedWith}`}>
      <span aria-hidden>
        {text.arrow === null ? null : <Arrow size={12} stroke={2.2} className={classes.shortArrow} />}
        {shortAmount(compared, formats)}
      </span>
      <VisuallyHidden>{spokenChange(text, comparedWith)}</VisuallyHidden>
    </span>
  )
}
