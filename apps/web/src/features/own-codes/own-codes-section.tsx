import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CodeLists, OwnCode } from '#contract/own-codes.ts'
import { CODE_LISTS, type CodeList } from '#domain/own-codes.ts'
import { countOf } from '#domain/text.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { formatCount } from '#web/app/format.ts'
import { SettingsSection } from '#web/app/heading.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import classes from '#web/features/custom-fields/custom-fields.module.css'
import { listNames, parentLabel } from './code-lists.ts'
import { OwnCodeDialog, type OwnCodeDraft, removalText } from './own-code-dialog.tsx'
import { useOwnCodeChanges } from './use-own-code-changes.ts'

/** What new entries count as at first. */
const PARENTS: Readonly<Record<CodeList, string>> = {
  channel: 'web',
  orderType: 'other',
  fulfillmentStatus: 'other',
  itemKind: 'wine',
}

/** The account's own channels, order types, fulfillment statuses and item types. */
export const OwnCodesSection = () => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(queries.ownCodes.list.queryOptions())
  const [draft, setDraft] = useState<OwnCodeDraft | null>(null)
  return (
    <SettingsSection
      id="own-codes"
      title="Channels, types, and statuses"
      description="Add your own channels, order types, fulfillment statuses, and item types. Each counts as a standard one, so standard totals stay complete. Changes apply to all orders right away."
    >
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} radius="md" />}
      {data && (
        <Stack gap="lg">
          {CODE_LISTS.map((list) => (
            <OwnList key={list} list={list} data={data} onEdit={setDraft} />
          ))}
        </Stack>
      )}
      {draft && (
        <OwnCodeDialog
          key={draft.key ?? `${draft.list} ${draft.label}`}
          draft={draft}
          known={data?.others ?? []}
          onClose={() => setDraft(null)}
        />
      )}
    </SettingsSection>
  )
}

interface OwnListProps {
  readonly list: CodeList
  readonly data: CodeLists
  readonly onEdit: (draft: OwnCodeDraft) => void
}

/** The standard code of values that no spelling is known for. */
const UNKNOWN = 'other'
const MOST_UNKNOWN = 8

const OwnList = ({ list, data, onEdit }: OwnListProps) => {
  const { title, one } = listNames(list)
  const codes = data.codes.filter((code) => code.list === list)
  const unknown = data.others.filter((other) => other.list === list && other.code === UNKNOWN)
  const parent = PARENTS[list]
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Title order={3}>{title}</Title>
        <Button
          variant="default"
          size="xs"
          onClick={() => onEdit({ list, label: '', parent, values: [] })}
        >{`Add ${one}`}</Button>
      </Group>
      {codes.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet
        </Text>
      )}
      {codes.length > 0 && (
        <ul className="bare-list">
          {codes.map((code) => (
            <CodeRow key={code.key} code={code} onEdit={onEdit} />
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mt="xs">
            {list === 'itemKind' ? 'Categories' : 'Values'} in your data that count as Other. Add one to give it a name:
          </Text>
          <Group gap="xs" mt={4}>
            {unknown.slice(0, MOST_UNKNOWN).map(({ value, orders }) => (
              <Button
                key={value}
                variant="light"
                size="compact-sm"
                maw="100%"
                onClick={() => onEdit({ list, label: value.slice(0, 60), parent, values: [value] })}
              >
                {value} · {countOf(orders, 'order')}
              </Button>
            ))}
            {unknown.length > MOST_UNKNOWN && (
              <Text size="sm" c="dimmed">
                and {formatCount(unknown.length - MOST_UNKNOWN)} more
              </Text>
            )}
          </Group>
        </>
      )}
    </div>
  )
}

const CodeRow = ({ code, onEdit }: { code: OwnCode; onEdit: OwnListProps['onEdit'] }) => {
  const { remove } = useOwnCodeChanges()
  const { key, list, label, parent, values, orders } = code
  const confirm = (): void =>
    askToConfirm({
      title: `Remove “${label}”?`,
      text: removalText(code),
      confirm: `Remove ${listNames(list).one}`,
      onConfirm: () => remove.mutate({ key }),
    })
  return (
    <li className={classes.row}>
      <div className={classes.label}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          Counts as {parentLabel(list, parent)} · {countOf(orders, 'order')}
          {values.length > 0 ? ` · ${values.join(', ')}` : ' · no values yet'}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" size="xs" aria-label={`Edit ${label}`} onClick={() => onEdit(code)}>
          Change
        </Button>
        <Button variant="default" size="xs" aria-label={`Remove ${label}`} loading={remove.isPending} onClick={confirm}>
          Remove
        </Button>
      </Group>
    </li>
  )
}
