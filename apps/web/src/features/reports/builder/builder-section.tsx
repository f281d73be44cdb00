import { type ReactNode, useId } from 'react'
import classes from './builder.module.css'

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
    <section className={classes.section} aria-labelledby={id}>
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
