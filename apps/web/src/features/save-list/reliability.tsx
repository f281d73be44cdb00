import { NativeSelect, Stack, Text } from '@mantine/core'
import type { RankingAccuracy, SaveList } from '#contract/save-list.ts'
import { HOLDOUT_PERCENTS } from '#domain/save-list.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useIsPermitted } from '#web/app/current-user.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import { Section } from '../insights/detail/exact-number.tsx'
import subject from '../subjects/subject.module.css'
import { ACTION_LABELS, resultText } from './save-list-labels.ts'
import { useSaveListChanges } from './use-save-list-changes.ts'

/** How accurate the ranking was, and what it saved. */
export const Reliability = ({ list }: { list: SaveList }) => {
  const formats = useFormats()
  const isAdmin = useIsPermitted('administration')
  const { accuracy, result, heldOut, stayedByAction } = list
  if (accuracy === null) return null
  return (
    <details>
      <Text component="summary" size="sm" py={12} w="fit-content" style={{ cursor: 'pointer' }}>
        How reliable is this?
      </Text>
      <Stack>
        <Accuracy accuracy={accuracy} />
        <Section title="What it saved">
          <Text size="sm">
            {resultText(result, formats)}
            {heldOut > 0 && ` Held out now: ${heldOut}.`}
          </Text>
          {isAdmin && <Holdout percent={list.holdoutPercent} />}
        </Section>
        {stayedByAction.length > 0 && <StayedByAction groups={stayedByAction} />}
      </Stack>
    </details>
  )
}

const Accuracy = ({ accuracy }: { accuracy: RankingAccuracy }) => {
  const formats = useFormats()
  const { bands, concordance, recencyConcordance, from, until, cancellations } = accuracy
  const percent = (share: number): string => formats.value(share, 'percent')
  return (
    <Section title="Accuracy on your own past">
      <Text size="sm">
        Tested on months that it had not learned from ({formats.range(from, until)}): given a member who canceled and
        one who stayed, it ranked the first higher {percent(concordance)} of the time. Days since the last visit or
        order alone: {percent(recencyConcordance)}. A coin toss: 50%.
      </Text>
      <ScrollTable
        label="Predicted and actual cancellations by risk"
        minWidth={320}
        maxWidth={560}
        columns={['Risk', right('Members × months'), right('Predicted'), right('Canceled')]}
        rows={bands.map(({ members, predicted, canceled }, index) => {
          const name = `Group ${index + 1}${index === 0 ? ', lowest' : ''}${index === bands.length - 1 ? ', highest' : ''}`
          return {
            key: name,
            cells: [name, formats.value(members, 'integer'), percent(predicted), percent(canceled / members)],
          }
        })}
      />
      <p className={subject.note}>
        Members who cancel in a month; {formats.value(cancellations, 'integer')} cancellations in all.
      </p>
    </Section>
  )
}

const Holdout = ({ percent }: { percent: number }) => {
  const { setHoldout } = useSaveListChanges()
  const isLocked = usePlanLock() !== null
  return (
    <NativeSelect
      label="Leave out at random"
      description="Members who enter from now on, for three months. Insights may still name them. A new share starts a new comparison."
      maw={560}
      disabled={isLocked || setHoldout.isPending}
      data={HOLDOUT_PERCENTS.map((value) => ({ value: String(value), label: value === 0 ? 'Nobody' : `${value}%` }))}
      value={String(percent)}
      onChange={({ currentTarget: { value } }) =>
        setHoldout.mutate(HOLDOUT_PERCENTS.find((one) => String(one) === value) ?? 0)
      }
    />
  )
}

const StayedByAction = ({ groups }: { groups: SaveList['stayedByAction'] }) => {
  const formats = useFormats()
  const percent = (share: number): string => formats.value(share, 'percent')
  return (
    <Section title="What was done before">
      <ScrollTable
        label="Members who stayed by what was done"
        minWidth={320}
        maxWidth={560}
        columns={['Step', right('Members'), right('Stayed'), right('95% interval')]}
        rows={groups.map(({ action, hits, of, low, high }) => ({
          key: action,
          cells: [
            ACTION_LABELS[action],
            formats.value(of, 'integer'),
            percent(hits / of),
            `${percent(low)} – ${percent(high)}`,
          ],
        }))}
      />
      <p className={subject.note}>Observed, not caused by the step: you choose whom to call.</p>
    </Section>
  )
}
