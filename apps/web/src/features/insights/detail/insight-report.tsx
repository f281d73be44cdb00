import { Button, Group, Menu, Title } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { InsightDetail } from '#contract/insights.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { Notice } from '#web/app/notice.tsx'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import { MoreMenu } from '#web/app/toolbar.tsx'
import { InsightIcon } from '../insight-kinds.tsx'
import { confidenceLabel, insightFacts, progressFacts } from '../insight-labels.ts'
import { InsightItems } from '../insight-menu.tsx'
import type { InsightChanges } from '../use-insight-changes.tsx'
import { ActionSection } from './action-section.tsx'
import classes from './detail.module.css'
import { FigureSection } from './figure-table.tsx'
import { HistorySection } from './history-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { ownFigures } from './provenance-text.ts'
import { SeriesSection } from './series-section.tsx'
import { SplitSection } from './split-section.tsx'

interface InsightHeadProps {
  readonly insight: InsightDetail
  readonly changes: InsightChanges
}

/** What happened, how unusual it is, and what can be done with it. */
const InsightHead = ({ insight, changes }: InsightHeadProps) => {
  const { kind, title, sentences, subject, unusual, confidence, dismissed } = insight
  const formats = useFormats()
  const progress = progressFacts(insight.progress, formats)
  const facts = [
    ...(subject.kind === 'account' || title.includes(subject.label) ? [] : [subject.label]),
    ...insightFacts(insight, sentences.join(' '), formats),
    // The sentence on how unusual it is contains the confidence.
    ...(unusual === null ? [`Confidence: ${confidenceLabel(confidence).toLowerCase()}`] : []),
  ]
  return (
    <header className={classes.head} data-tone={insight.tone}>
      <Group align="flex-start" gap="8px 16px">
        <Group align="flex-start" gap={8} wrap="nowrap" flex="1 1 280px" miw={0}>
          <span className={classes.icon}>
            <InsightIcon kind={kind} />
          </span>
          <Title order={1}>{title}</Title>
        </Group>
        <InsightTools insight={insight} changes={changes} />
      </Group>
      {facts.length > 0 && <p className={classes.hint}>{facts.join(' · ')}</p>}
      {sentences.map((sentence) => (
        <p key={sentence} className={classes.text}>
          {sentence}
        </p>
      ))}
      {unusual !== null && <p className={classes.hint}>{unusual}</p>}
      {progress.length > 0 && <p className={classes.progress}>{progress.join(' · ')}</p>}
      {dismissed && <p className={classes.hint}>Dismissed. Similar insights are hidden for a while.</p>}
    </header>
  )
}

/** What closes it, and the rest in a menu. */
const InsightTools = ({ insight, changes }: InsightHeadProps) => {
  const { insightId: id, dismissed, progress } = insight
  const { dismiss, restore } = changes
  const isLocked = usePlanLock() !== null
  const isDone = progress.state === 'done'
  return (
    <Group gap={8}>
      {dismissed ? (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          loading={restore.isPending}
          onClick={() => restore.mutate({ id })}
        >
          Restore
        </Button>
      ) : (
        <Button
          variant="default"
          disabled={isLocked}
          loading={changes.isChanging}
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => changes.setDone(insight, !isDone)}
        >
          {isDone ? 'Open again' : 'Mark as done'}
        </Button>
      )}
      <MoreMenu subject="insight">
        {dismissed ? null : (
          <>
            <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={() => dismiss.mutate({ id })}>
              Dismiss
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <InsightItems insight={insight} changes={changes} />
      </MoreMenu>
    </Group>
  )
}

/** What happened, what to do about it, and the figures. */
export const InsightReport = ({ insight, changes }: { insight: InsightDetail; changes: InsightChanges }) => {
  const { figures, series, split } = insight
  return (
    <article className={classes.report} aria-label={insight.title}>
      <InsightHead insight={insight} changes={changes} />
      {insight.isOutdated && (
        <Notice icon={<IconInfoCircle size={20} stroke={1.5} aria-hidden />}>
          The data has changed since this was found, so reports may now show different figures for these days.
        </Notice>
      )}
      <ActionSection insight={insight} changes={changes} />
      {series.map((one) => (
        <SeriesSection key={`${one.label} ${one.grain}`} series={one} />
      ))}
      {split && <SplitSection split={split} figures={figures} />}
      <PeopleSection insight={insight} />
      <FigureSection shown={ownFigures(figures, insight)} figures={figures} />
      <HistorySection id={insight.insightId} />
      <Provenance insight={insight} />
    </article>
  )
}

const Provenance = ({ insight: { asOf, isRephrased } }: { insight: InsightDetail }) => {
  const formats = useFormats()
  return (
    <p className={classes.hint}>
      Data as of {formats.instant(asOf, 'full')}.
      {isRephrased && ' A language model rephrased the sentences; every figure in them was checked against this page.'}
    </p>
  )
}
