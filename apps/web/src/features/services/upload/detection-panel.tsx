import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FilePreview, KindDetection } from '#contract/imports.ts'
import { Notice } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { streamLabel } from '../runs/run-state.ts'
import { FILE_KINDS } from './field-choice.ts'
import { DateSpan } from './mapping-table.tsx'

type Kind = FilePreview['kind']

interface KindSelectProps {
  /** null: nothing is chosen yet */
  readonly kind: Kind | null
  readonly onChoose: (kind: Kind) => void
}

const KindSelect = ({ kind, onChoose }: KindSelectProps) => (
  <NativeSelect
    label="File contents"
    maw={320}
    value={kind ?? ''}
    data={[
      ...(kind === null ? [{ value: '', label: 'Choose what the file contains' }] : []),
      ...FILE_KINDS.map((value) => ({ value, label: streamLabel(value) })),
    ]}
    onChange={({ currentTarget }) => {
      const chosen = FILE_KINDS.find((value) => value === currentTarget.value)
      if (chosen) onChoose(chosen)
    }}
  />
)

interface DetectionPanelProps extends KindSelectProps {
  readonly fileName: string
  readonly preview: FilePreview
}

/** What the file is taken for, why, and a way to choose another kind. */
export const DetectionPanel = ({ fileName, preview, kind, onChoose }: DetectionPanelProps) => {
  const { detection, columns, platform, unpivot, spans } = preview
  const span = spans.orderDate
  // An unpivoted file has two columns that are not its own.
  const own = columns.length - (unpivot ? 2 : 0)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {fileName}: {own} {own === 1 ? 'column' : 'columns'}
        {platform ? `, recognized as an export from ${platform}` : ''}.
      </Text>
      {span && (
        <ReaderFormats>
          <DateSpan span={span} />
        </ReaderFormats>
      )}
      {kind === null && (
        <Notice tone="warning" role="status" title="What does this file contain?">
          The columns don’t make it clear. Choose the file type to continue.
        </Notice>
      )}
      {kind !== null && kind !== detection.kind && detection.certainty !== 'unsure' && (
        <Notice tone="warning" role="status">
          This file looks like {streamLabel(detection.kind).toLowerCase()}.
        </Notice>
      )}
      <KindSelect kind={kind} onChoose={onChoose} />
      <Reasons detection={detection} />
      {kind === null && <Candidates detection={detection} onChoose={onChoose} />}
    </Stack>
  )
}

/** The best kinds as buttons, so that the choice takes one click. */
const Candidates = ({ detection, onChoose }: Pick<KindSelectProps, 'onChoose'> & { detection: KindDetection }) => {
  const kinds = [detection.kind, ...(detection.runnerUp ? [detection.runnerUp.kind] : [])]
  return (
    <Group gap="xs">
      {kinds.map((kind) => (
        <Button key={kind} variant="default" size="xs" onClick={() => onChoose(kind)}>
          {streamLabel(kind)}
        </Button>
      ))}
      <Text size="sm" c="dimmed">
        or {FILE_KINDS.length - kinds.length} more in the list
      </Text>
    </Group>
  )
}

const TITLES: Readonly<Record<KindDetection['certainty'], string>> = {
  certain: 'Recognized as',
  likely: 'Looks like',
  unsure: 'Could be',
}

const Reasons = ({ detection: { kind, certainty, reasons, runnerUp } }: { detection: KindDetection }) => {
  const [opened, { toggle }] = useDisclosure(certainty === 'unsure')
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {TITLES[certainty]} {streamLabel(kind).toLowerCase()}
        </Text>
        <Button variant="subtle" size="compact-sm" aria-expanded={opened} onClick={toggle}>
          {opened ? 'Hide reasons' : 'Why?'}
        </Button>
      </Group>
      {opened && (
        <Text component="ul" size="sm" c="dimmed" my={4} pl={20}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
          {runnerUp && (
            <li>
              Next best: {streamLabel(runnerUp.kind).toLowerCase()}. {runnerUp.reasons.join(' ')}
            </li>
          )}
        </Text>
      )}
    </div>
  )
}
