import { Modal, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CodeLists, OwnCode } from '#contract/own-codes.ts'
import { countOf } from '#domain/text.ts'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { toast } from '#web/app/toast.ts'
import { listNames, parentLabel, parentOptions } from './code-lists.ts'
import { useOwnCodeChanges } from './use-own-code-changes.ts'

/** What the dialog begins with; without a key it adds an entry. */
export type OwnCodeDraft = Pick<OwnCode, 'list' | 'label' | 'parent' | 'values'> & { readonly key?: string }

interface OwnCodeDialogProps {
  readonly draft: OwnCodeDraft
  /** values in the account's data, to choose from */
  readonly known?: CodeLists['others']
  readonly onClose: () => void
}

/** Adds or changes a channel, order type or fulfillment status. */
export const OwnCodeDialog = ({ draft, known = [], onClose }: OwnCodeDialogProps) => {
  const { list, key } = draft
  const { one } = listNames(list)
  const [label, setLabel] = useState(draft.label)
  const [parent, setParent] = useState(draft.parent)
  const [values, setValues] = useState<string[]>(draft.values)
  const { create, update } = useOwnCodeChanges()
  const { error, isPending } = key === undefined ? create : update
  const problems = fieldMessages(error)
  const save = (): void => {
    const onSuccess = (): void => {
      toast.success(key === undefined ? `${label.trim()} added` : `${label.trim()} saved`)
      onClose()
    }
    if (key === undefined) create.mutate({ list, label, parent, values }, { onSuccess })
    else update.mutate({ key, label, parent, values }, { onSuccess })
  }
  return (
    <Modal opened onClose={onClose} title={key === undefined ? `New ${one}` : `Edit ${draft.label}`}>
      <FormStack onSubmit={save}>
        <FormFailure message={generalMessage(error)} />
        <TextInput
          label="Name"
          data-autofocus
          maxLength={60}
          value={label}
          error={problems.label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <NativeSelect
          label="Counts as"
          description={`Where only standard ${listNames(list).title.toLowerCase()} are shown, it counts as this one`}
          value={parent}
          data={parentOptions(list)}
          error={problems.parent}
          onChange={({ currentTarget }) => setParent(currentTarget.value)}
        />
        <TagsInput
          label="Values in your data"
          description={`How your files and platforms spell this ${one}. Capitalization doesn’t matter.`}
          data={known.filter((other) => other.list === list).map(({ value }) => value)}
          value={values}
          splitChars={[]}
          maxTags={100}
          error={problems.values}
          clearButtonProps={{ 'aria-label': 'Remove all' }}
          onChange={setValues}
        />
        <DialogButtons
          confirm={key === undefined ? `Add ${one}` : 'Save'}
          isBusy={isPending}
          disabled={label.trim() === ''}
          onCancel={onClose}
        />
      </FormStack>
    </Modal>
  )
}

/** What happens to the orders of an entry that is removed. */
export const removalText = ({ list, label, parent, orders }: OwnCode): string => {
  const after = `${parentLabel(list, parent)} from then on`
  const filters = `Saved report filters on ${label} will find nothing.`
  return `${countOf(orders, 'order')} of ${label} will count as ${after}. No order is deleted. ${filters}`
}
