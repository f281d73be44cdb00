import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { SavedReport } from '#contract/saved-reports.ts'
import classes from './my-reports.module.css'

export interface ReportNameProps {
  readonly report: SavedReport
  readonly canOpen: boolean
  readonly isRenaming: boolean
  /** null: cancelled */
  readonly onRenamed: (name: string | null) => void
}

/** The name of a report as a link; a field while it is renamed. */
export const ReportName = ({ report, canOpen, isRenaming, onRenamed }: ReportNameProps) => {
  if (isRenaming) return <NameField name={report.name} onDone={onRenamed} />
  return (
    <>
      {canOpen ? (
        <Anchor component={Link} to={`/reports/my/${report.id}`} size="sm" fw={600}>
          {report.name}
        </Anchor>
      ) : (
        <span className={classes.name}>{report.name}</span>
      )}
      {report.description ? <span className={classes.description}>{report.description}</span> : null}
    </>
  )
}

const NameField = ({ name, onDone }: { name: string; onDone: (name: string | null) => void }) => {
  const [text, setText] = useState(name)
  // Blur follows Enter and Escape, when editing has already ended.
  const isOver = useRef(false)
  const finish = (isSaved: boolean): void => {
    if (isOver.current) return
    isOver.current = true
    const next = text.trim()
    onDone(isSaved && next !== '' && next !== name ? next : null)
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    finish(event.key === 'Enter')
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the field takes the place of the name that was just chosen
      autoFocus
      className={classes.field}
      aria-label={`New name for ${name}`}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => finish(true)}
      onKeyDown={handleKey}
    />
  )
}
