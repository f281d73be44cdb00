import { createContext, type Dispatch, type ReactNode, useContext, useId } from 'react'
import classes from './builder.module.css'
import type { BuilderAction } from './builder-reducer.ts'
import type { DraftEdit } from './draft-edits.ts'
import type { FieldProblem } from './field-problems.ts'
import type { ReportDraft, ReportType } from './report-draft.ts'
import type { ShownView } from './shown-view.ts'

export interface Builder {
  readonly type: ReportType
  readonly draft: ReportDraft
  /** a range outside of the definition */
  readonly view: ShownView
  /** errors from the server, in the preview or on save */
  readonly problems: readonly FieldProblem[]
  readonly show: (view: ShownView) => void
  /** `field` groups the letters typed into one field into one step */
  readonly edit: (edit: DraftEdit, field?: string) => void
}

const BuilderContext = createContext<Builder | null>(null)

interface BuilderProviderProps extends Omit<Builder, 'edit'> {
  readonly dispatch: Dispatch<BuilderAction>
  readonly children: ReactNode
}

/** Provides the draft to the panels that edit it. */
export const BuilderProvider = ({ dispatch, children, ...builder }: BuilderProviderProps) => {
  const edit = (change: DraftEdit, field?: string): void =>
    dispatch({ type: 'edited', edit: change, ...(field === undefined ? {} : { field }) })
  return <BuilderContext value={{ ...builder, edit }}>{children}</BuilderContext>
}

/** The draft being edited; throws outside of the builder. */
export const useBuilder = (): Builder => {
  const builder = useContext(BuilderContext)
  if (builder === null) throw new Error('useBuilder needs a BuilderProvider above it')
  return builder
}

interface BuilderSectionProps {
  readonly title: string
  /** at the end of the title line */
  readonly action?: ReactNode
  /** error from the server for the section; null: none */
  readonly problem?: string | null
  readonly children: ReactNode
}

/** A titled section of the builder. */
export const BuilderSection = ({ title, action, problem = null, children }: BuilderSectionProps) => {
  const id = useId()
  return (
    <section className={`card ${classes.section}`} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <h2 id={id} className={classes.sectionTitle}>
          {title}
        </h2>
        {action}
      </div>
      {children}
      {problem === null ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
