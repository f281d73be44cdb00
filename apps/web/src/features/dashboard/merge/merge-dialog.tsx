import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '#ui/formats-context.tsx'
import { tileTitle } from '../tile-state.ts'
import classes from './merge.module.css'
import {
  type DashboardMerge,
  type FieldMerge,
  type Mergeable,
  type MergeChoices,
  mergeDashboards,
  mergedDashboard,
  PRESETS,
} from './merge-dashboards.ts'
import { describeCombined, describeEdit, describeField, FIELD_TITLES } from './merge-labels.ts'
import { type Choice, findChoice, type TileMerge } from './merge-tiles.ts'
import { isSame, type ThreeWay } from './three-way.ts'

const CHOICE_LABELS: Readonly<Record<Choice, string>> = { theirs: 'Theirs', mine: 'Mine', both: 'Both' }

interface ConflictProps {
  readonly title: string
  readonly value: string
  readonly options: readonly { readonly value: Choice; readonly text: string }[]
  readonly onChange: (value: Choice) => void
}

/** One thing that both sides changed, and which change is kept. */
const Conflict = ({ title, value, options, onChange }: ConflictProps) => {
  const choose = (chosen: string): void => {
    const option = options.find((each) => each.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <Radio.Group className={classes.conflict} label={title} value={value} onChange={choose}>
      {options.map((option) => (
        <Radio
          key={option.value}
          className={classes.option}
          value={option.value}
          label={CHOICE_LABELS[option.value]}
          description={option.text}
        />
      ))}
    </Radio.Group>
  )
}

const describeChoice = ({ base, theirs, mine }: TileMerge, choice: Choice): string =>
  choice === 'both'
    ? 'Keeps their tile and adds yours as a copy'
    : describeEdit(base, choice === 'mine' ? mine : theirs)

interface MergeDialogProps {
  readonly versions: ThreeWay<Mergeable>
  readonly isBusy: boolean
  readonly onSave: (result: Mergeable) => void
  readonly onDiscard: () => void
  readonly onClose: () => void
}

/** Someone saved the dashboard since the edits began: combines both, and asks where they conflict. */
export const MergeDialog = ({ versions, isBusy, onSave, onDiscard, onClose }: MergeDialogProps) => {
  // Later edits are not possible while the dialog is open.
  const [merge] = useState(() => mergeDashboards(versions))
  const [chosen, setChosen] = useState<MergeChoices>(PRESETS)
  const formats = useFormats()
  const tiles = merge.tiles.filter(({ choices }) => choices.length > 0)
  const fields = merge.fields.filter(({ isConflict }) => isConflict)
  const hasConflicts = tiles.length + fields.length > 0

  const chooseTile = (id: string, choice: Choice): void =>
    setChosen((before) => ({ ...before, tiles: { ...before.tiles, [id]: choice } }))
  const chooseField = ({ field }: FieldMerge, choice: Choice): void => {
    if (choice !== 'both') setChosen((before) => ({ ...before, fields: { ...before.fields, [field]: choice } }))
  }
  const fieldOptions = ({ field }: FieldMerge) =>
    (['mine', 'theirs'] as const).map((value) => ({
      value,
      text: describeField(field, merge.versions[value], formats),
    }))

  return (
    <Modal opened onClose={onClose} title="Dashboard changed elsewhere" size="lg">
      <Stack gap="md">
        <Text size="sm">
          Someone else, or you in another tab, saved it after you started editing.{' '}
          {hasConflicts
            ? 'Choose what to keep where both of you changed the same thing.'
            : 'Your changes and theirs don’t conflict, so both are kept.'}
        </Text>
        {fields.map((field) => (
          <Conflict
            key={field.field}
            title={FIELD_TITLES[field.field]}
            value={chosen.fields[field.field] ?? 'mine'}
            options={fieldOptions(field)}
            onChange={(choice) => chooseField(field, choice)}
          />
        ))}
        {tiles.map((tile) => (
          <Conflict
            key={tile.id}
            title={mergeTitle(tile)}
            value={findChoice(tile, chosen.tiles) ?? 'mine'}
            options={tile.choices.map((value) => ({ value, text: describeChoice(tile, value) }))}
            onChange={(choice) => chooseTile(tile.id, choice)}
          />
        ))}
        <Combined merge={merge} />
        <Text size="sm" c="dimmed">
          After saving, Undo brings back their version and then yours.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" color="var(--mantine-color-error)" mr="auto" disabled={isBusy} onClick={onDiscard}>
            Discard my changes
          </Button>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            Keep editing
          </Button>
          <Button data-autofocus loading={isBusy} onClick={() => onSave(mergedDashboard(merge, chosen))}>
            Save combined dashboard
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const mergeTitle = ({ base, theirs, mine }: TileMerge): string => {
  const entry = mine ?? theirs ?? base
  return entry === null ? '' : tileTitle(entry)
}

/** What needs no choice. */
const Combined = ({ merge }: { merge: DashboardMerge }) => {
  const fields = merge.fields
    .filter(({ isConflict }) => !isConflict)
    .map(({ field, base, mine }) => `${FIELD_TITLES[field]}: changed by ${isSame(base, mine) ? 'them' : 'you'}`)
  const lines = [...fields, ...merge.tiles.flatMap(describeCombined)]
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="combined-title">
      <Text id="combined-title" component="h3" size="sm" fw={600}>
        Combined automatically
      </Text>
      <ul className={classes.combined}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
