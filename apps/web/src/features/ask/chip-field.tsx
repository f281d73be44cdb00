import { Input } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type Dispatch, type KeyboardEvent, type SetStateAction, useEffect, useId, useRef, useState } from 'react'
import type { Chip, ChipQuestion, Completion } from '#contract/ask.ts'
import classes from './chip-field.module.css'
import { useCompletions } from './use-completions.ts'

interface ChipFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly question: ChipQuestion
  /** words of the last question that were left out */
  readonly ignored: readonly string[]
  readonly text: string
  readonly onText: Dispatch<SetStateAction<string>>
  readonly onChips: (chips: Chip[]) => void
}

interface ChipItemProps {
  readonly chip: Chip
  readonly isChanging: boolean
  readonly onChange: () => void
  readonly onRemove: () => void
}

/** One part of the question: it opens what can take its place, or goes. */
const ChipItem = ({ chip: { label }, isChanging, onChange, onRemove }: ChipItemProps) => (
  <li className={classes.chip} data-changing={isChanging || undefined}>
    <button
      type="button"
      className={`bare-button ${classes.name}`}
      aria-label={`Change ${label}`}
      aria-pressed={isChanging}
      onClick={onChange}
    >
      {label}
    </button>
    <button type="button" className={`bare-button ${classes.remove}`} aria-label={`Remove ${label}`} onClick={onRemove}>
      <IconX size={12} aria-hidden />
    </button>
  </li>
)

interface SuggestionsProps {
  readonly id: string
  readonly completions: readonly Completion[]
  readonly marked: number
  readonly onTake: (completion: Completion) => void
}

const optionId = (listId: string, at: number): string => `${listId}-${at}`

const Suggestions = ({ id, completions, marked, onTake }: SuggestionsProps) => (
  <div id={id} role="listbox" aria-label="Suggestions" className={classes.suggestions}>
    {completions.map((one, at) => (
      <button
        key={`${one.about} ${one.label}`}
        id={optionId(id, at)}
        type="button"
        role="option"
        tabIndex={-1}
        aria-selected={at === marked}
        className={`bare-button ${classes.suggestion}`}
        // the field keeps the focus
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onTake(one)}
      >
        <span>{one.label}</span>
        <span className={classes.about}>{one.about}</span>
      </button>
    ))}
  </div>
)

/**
 * A question of chips and words. What fits is suggested while it is typed: Tab or a tap takes it, arrow keys choose, Enter asks the
 * words as they are. A chip is changed in place.
 */
export const ChipField = ({ label, placeholder, question, ignored, text, onText, onChips }: ChipFieldProps) => {
  const { chips } = question
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(-1)
  const [changing, setChanging] = useState<number | null>(null)
  const { completions, lookUp } = useCompletions({ question, text, replacing: changing }, isOpen)
  const isListed = completions.length > 0
  const latest = useRef(question)
  const taking = useRef(Promise.resolve())
  useEffect(() => {
    latest.current = question
  }, [question])
  const end = (): void => {
    setMarked(-1)
    setChanging(null)
  }
  const take = ({ chips: next }: Completion): void => {
    latest.current = { ...latest.current, chips: next }
    onText('')
    onChips(next)
    end()
    field.current?.focus()
  }
  /** The best suggestion for what is typed, which may not be on screen yet; typing goes on meanwhile. */
  const takeTyped = (): void => {
    const typed = text
    onText('')
    end()
    taking.current = taking.current.then(async () => {
      const found = await lookUp(latest.current, typed)
      if (found === null) return onText((later) => `${typed} ${later}`.trim())
      latest.current = { ...latest.current, chips: found.chips }
      onChips(found.chips)
    })
  }
  const remove = (at: number): void => {
    onChips(chips.filter((_, index) => index !== at))
    end()
    field.current?.focus()
  }
  const change = (at: number): void => {
    setChanging(changing === at ? null : at)
    setMarked(-1)
    setOpen(true)
    field.current?.focus()
  }
  const move = (step: 1 | -1): void => {
    setOpen(true)
    if (isListed)
      setMarked((marked + step + (marked === -1 && step === -1 ? 1 : 0) + completions.length) % completions.length)
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const { key, shiftKey } = event
    const chosen = completions[Math.max(marked, 0)]
    if (key === 'ArrowDown' || key === 'ArrowUp') move(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Enter' && marked !== -1 && chosen !== undefined) take(chosen)
    else if (key === 'Tab' && !shiftKey && chosen !== undefined && marked !== -1) take(chosen)
    else if (key === 'Tab' && !shiftKey && isOpen && text.trim() !== '') takeTyped()
    else if (key === 'Escape' && (isListed || changing !== null)) {
      setOpen(false)
      end()
    } else if (key === 'Backspace' && text === '' && changing === null && chips.length > 0) remove(chips.length - 1)
    else {
      if (key === 'Enter') setOpen(false)
      return
    }
    event.preventDefault()
  }
  return (
    <div className={classes.box}>
      <Input.Label htmlFor={`${listId}-field`}>{label}</Input.Label>
      <div className={classes.field}>
        {chips.length > 0 || ignored.length > 0 ? (
          <ul className={classes.chips} aria-label="Question">
            {chips.map((chip, at) => (
              <ChipItem
                key={`${chip.kind} ${chip.label}`}
                chip={chip}
                isChanging={changing === at}
                onChange={() => change(at)}
                onRemove={() => remove(at)}
              />
            ))}
            {ignored.map((words) => (
              <li key={words} className={classes.ignored}>
                {words}
              </li>
            ))}
          </ul>
        ) : null}
        <input
          ref={field}
          id={`${listId}-field`}
          className={classes.input}
          role="combobox"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isListed && marked !== -1 ? optionId(listId, marked) : undefined}
          autoComplete="off"
          maxLength={200}
          placeholder={
            changing === null
              ? chips.length > 0
                ? 'Add to it, or ask a new question'
                : placeholder
              : `Instead of ${chips[changing]?.label}`
          }
          value={text}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => {
            setOpen(false)
            setMarked(-1)
          }}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value)
            setOpen(true)
            setMarked(-1)
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      {isListed ? <Suggestions id={listId} completions={completions} marked={marked} onTake={take} /> : null}
    </div>
  )
}
