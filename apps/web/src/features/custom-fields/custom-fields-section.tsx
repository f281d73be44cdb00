import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomField } from '#contract/custom-fields.ts'
import { countOf } from '#domain/text.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { useInvalidateNumbers } from '#web/app/draft/use-draft.ts'
import { SettingsSection } from '#web/app/heading.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'
import classes from './custom-fields.module.css'
import { describeField } from './field-labels.ts'

/** Renames and deletes fields. Every number with a field changes its name or is gone, so all are loaded again. */
const useCustomFieldChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const invalidateNumbers = useInvalidateNumbers()
  const refresh = (): Promise<void> => {
    invalidateNumbers()
    return queryClient.invalidateQueries({ queryKey: queries.customFields.list.key() })
  }
  const options = { refresh, failed: 'Something went wrong. Please try again.' }
  const rename = useChange(api.customFields.rename, { ...options, done: 'Field renamed' })
  const remove = useChange(api.customFields.remove, { ...options, done: 'Field deleted' })
  return { rename, remove }
}

/** The account's custom fields, to rename or delete them. */
export const CustomFieldsSection = () => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(queries.customFields.list.queryOptions())
  return (
    <SettingsSection
      id="custom-fields"
      title="Custom fields"
      description="Columns of your files that you keep in addition to the standard ones. Use them in reports as filters, groups, and measures."
    >
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} radius="md" />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No custom fields yet. When you import a file, you can keep the columns that aren’t mapped.
        </Text>
      )}
      {data && data.length > 0 && (
        <ul className="bare-list">
          {data.map((field) => (
            <FieldRow key={field.key} field={field} />
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

const FieldRow = ({ field }: { field: CustomField }) => {
  const [isRenaming, setRenaming] = useState(false)
  return (
    <li className={classes.row}>
      {isRenaming ? (
        <RenameForm field={field} onDone={() => setRenaming(false)} />
      ) : (
        <FieldFacts field={field} onRename={() => setRenaming(true)} />
      )}
    </li>
  )
}

const FieldFacts = ({ field, onRename }: { field: CustomField; onRename: () => void }) => {
  const { remove } = useCustomFieldChanges()
  const { key, label, reportCount } = field
  const lost = reportCount > 0 ? ` ${countOf(reportCount, 'saved report')} using it will stop working.` : ''
  const confirm = (): void =>
    askToConfirm({
      title: `Delete “${label}”?`,
      text: `Its values are no longer available in reports, and you can’t undo this.${lost}`,
      confirm: 'Delete field',
      onConfirm: () => remove.mutate({ key }),
    })
  return (
    <>
      <div className={classes.label}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          {describeField(field)}
          {reportCount > 0 && `, used in ${countOf(reportCount, 'saved report')}`}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" size="xs" aria-label={`Rename ${label}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="default" size="xs" aria-label={`Delete ${label}`} loading={remove.isPending} onClick={confirm}>
          Delete
        </Button>
      </Group>
    </>
  )
}

const RenameForm = ({ field, onDone }: { field: CustomField; onDone: () => void }) => {
  const { rename } = useCustomFieldChanges()
  const [label, setLabel] = useState(field.label)
  const save = (): void => {
    if (label.trim() === field.label) onDone()
    else rename.mutate({ key: field.key, label }, { onSuccess: onDone })
  }
  return (
    <>
      <TextInput
        aria-label={`Name of ${field.label}`}
        data-autofocus
        maxLength={60}
        flex={1}
        miw={160}
        value={label}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <Group gap="xs">
        <Button size="xs" loading={rename.isPending} disabled={label.trim() === ''} onClick={save}>
          Save
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </>
  )
}
