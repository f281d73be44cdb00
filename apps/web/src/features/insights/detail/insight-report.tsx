import { List } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { InsightDetail } from '#contract/insights.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { Notice } from '#web/app/notice.tsx'
import type { InsightChanges } from '../use-insight-changes.tsx'
import classes from './detail.module.css'
import { Section } from './exact-number.tsx'
import { FigureTable } from './figure-table.tsx'
import { InsightHead } from './insight-head.tsx'
import { PeopleSection } from './people-section.tsx'
import { ownFigures } from './provenance-text.ts'
import { SeriesSection } from './series-section.tsx'
import { SplitSection } from './split-section.tsx'

interface InsightReportProps {
  readonly insight: InsightDetail
  readonly changes: InsightChanges
}

/** What happened, the figures, how unusual it is and what to do about it. */
export const InsightReport = ({ insight, changes }: InsightReportProps) => {
  const { figures, series, split, unusual, advice } = insight
  return (
    <article className={classes.report} aria-label={insight.title}>
      <InsightHead insight={insight} changes={changes} />
      {insight.isOutdated && (
        <Notice icon={<IconInfoCircle size={20} stroke={1.5} aria-hidden />}>
          The data has changed since this was found, so reports may now show different figures for these days.
        </Notice>
      )}
      {series.map((one) => (
        <SeriesSection key={`${one.label} ${one.grain}`} series={one} />
      ))}
      {split && <SplitSection split={split} figures={figures} />}
      <PeopleSection insight={insight} />
      {unusual !== null && (
        <Section title="How unusual is this?">
          <p className={classes.text}>{unusual}</p>
        </Section>
      )}
      {advice.length > 0 && (
        <Section title="What to do">
          <List size="sm" spacing={4}>
            {advice.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </Section>
      )}
      <FigureTable shown={ownFigures(figures, insight)} figures={figures} />
      <Provenance insight={insight} />
    </article>
  )
}

const Provenance = ({ insight: { asOf, timeZone, isRephrased } }: { insight: InsightDetail }) => {
  const formats = useFormats()
  return (
    <p className={classes.hint}>
      Data as of {formats.instant(asOf, 'full')}; days are in the {timeZone.replaceAll('_', ' ')} time zone.
      {isRephrased && ' A language model rephrased the sentences; every figure in them was checked against this page.'}
    </p>
  )
}
