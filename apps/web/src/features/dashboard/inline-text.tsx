import { type KeyboardEvent, useRef, useState } from 'react'
import classes from './inline-text.module.css'

export interface InlineTextProps {
  readonly value: string
  /** what is edited, for those who cannot see where it stands */
  readonly label: string
  readonly maxLength: number
  readonly canEdit: boolean
  /** called with trimmed text that differs and is not blank */
  readonly onSave: (value: string) => void
}

/** Text that turns into a field when clicked: Enter and leaving save, Escape cancels. */
export const InlineText = ({ value, label, maxLength, canEdit, onSave }: InlineTextProps) => {
  const [draft, setDraft] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Leaving the field follows Escape and Enter; the edit is over by then.
  const isOver = useRef(false)

  const begin = (): void => {
    isOver.current = false
    setDraft(value)
  }
  const finish = (isKept: boolean): void => {
    if (isOver.current) return
    isOver.current = true
    const text = draft?.trim() ?? ''
    setDraft(null)
    if (isKept && text !== '' && text !== value) onSave(text)
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    finish(event.key === 'Enter')
    requestAnimationFrame(() => button.current?.focus())
  }

  if (!canEdit) return value
  if (draft === null) {
    return (
      <button ref={button} type="button" className={classes.text} onClick={begin} title="Click to edit">
        {value}
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
      onBlur={() => finish(true)}
      onKeyDown={handleKey}
    />
  )
}
