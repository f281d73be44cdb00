import { Text } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useClientSettings } from '#web/app/account-data.ts'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import { PublicLinkNotice } from '#web/features/dashboard-sharing/public-link.tsx'
import classes from './dashboard-screen.module.css'
import { useOldestAsOf } from './tile-store-context.tsx'
import { DEFAULT_DESCRIPTION, type useDashboardMutations } from './use-dashboard-mutations.ts'

interface InlineTextProps {
  readonly value: string
  /** accessible name of the field */
  readonly label: string
  readonly maxLength: number
  readonly canEdit: boolean
  /** called with trimmed text that has changed and is not blank; rejects if it could not be saved */
  readonly onSave: (value: string) => Promise<unknown>
}

/** Text that becomes a field when clicked: Enter and blur save, Escape cancels. Text that was not saved is there at the next click. */
const InlineText = ({ value, label, maxLength, canEdit, onSave }: InlineTextProps) => {
  const [draft, setDraft] = useState<string | null>(null)
  const [saving, setSaving] = useState<string | null>(null)
  const unsaved = useRef<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Blur follows Escape and Enter, when editing has already ended.
  const hasEnded = useRef(false)

  const startEditing = (): void => {
    hasEnded.current = false
    setDraft(unsaved.current ?? value)
  }
  const save = (text: string): void => {
    setSaving(text)
    unsaved.current = text
    onSave(text)
      .then(() => {
        unsaved.current = null
      })
      // Its toast says so.
      .catch(() => undefined)
      .finally(() => setSaving(null))
  }
  const finishEditing = (isSaved: boolean): void => {
    if (hasEnded.current) return
    hasEnded.current = true
    const text = draft?.trim() ?? ''
    setDraft(null)
    if (isSaved && text !== '' && text !== value) save(text)
    else unsaved.current = null
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    finishEditing(event.key === 'Enter')
    requestAnimationFrame(() => button.current?.focus())
  }

  if (!canEdit) return value
  if (draft === null) {
    return (
      <button ref={button} type="button" className={classes.text} onClick={startEditing} title="Click to edit">
        {saving ?? value}
      </button>
    )
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the field replaces the text that was just clicked
      autoFocus
      className={classes.field}
      aria-label={label}
      value={draft}
      maxLength={maxLength}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => finishEditing(true)}
      onKeyDown={handleKey}
    />
  )
}

/** Age of the oldest data on screen. */
const Freshness = () => {
  const formats = useFormats()
  const asOf = useOldestAsOf()
  return asOf === null ? null : `Data as of ${formats.instant(asOf)}`
}

interface DashboardNamesProps {
  readonly dashboard: Dashboard
  readonly mutations: Pick<ReturnType<typeof useDashboardMutations>, 'rename' | 'describe'>
}

/** Name and description, edited in place, and the age of the data. */
export const DashboardNames = ({ dashboard, mutations }: DashboardNamesProps) => {
  const { name, description, access, ownerName } = dashboard
  const { productName } = useClientSettings()
  const canEdit = usePlanLock() === null && access !== 'view'
  return (
    <div className={classes.names}>
      <h1 className={classes.name}>
        <InlineText
          value={name.trim() || `${productName} Dashboard`}
          label="Dashboard name"
          maxLength={200}
          canEdit={canEdit}
          onSave={(text) => mutations.rename.mutateAsync(text)}
        />
      </h1>
      <Text component="p" size="sm" c="dimmed" lh="20px" className={classes.description ?? ''}>
        <InlineText
          value={description?.trim() || DEFAULT_DESCRIPTION}
          label="Dashboard description"
          maxLength={2000}
          canEdit={canEdit}
          onSave={(text) => mutations.describe.mutateAsync(text)}
        />
      </Text>
      {ownerName === null ? null : (
        <Text size="sm" c="dimmed">
          Shared by {ownerName} · You can {access === 'edit' ? 'edit' : 'view'} it
        </Text>
      )}
      <div className={classes.freshness}>
        <Freshness />
        <PublicLinkNotice slug={dashboard.slug} canEdit={canEdit} />
      </div>
    </div>
  )
}
