import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './detail.module.css'

interface SectionProps {
  readonly title: string
  /** beside the title */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** A part of an insight under a heading of its own. */
export const Section = ({ title, tools, children }: SectionProps) => {
  const id = useId()
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-labelledby={id} className={classes.section}>
      <div className={classes.sectionHead}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {tools}
      </div>
      {children}
    </Paper>
  )
}
