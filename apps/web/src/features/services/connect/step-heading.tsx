import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './connect.module.css'

interface StepHeadingProps {
  readonly children: ReactNode
  /** a step that somebody came to takes the focus, the one that the page opened with does not */
  readonly takesFocus: boolean
}

/** The heading of a step. Coming to it, a keyboard and a screen reader go on from here. */
export const StepHeading = ({ children, takesFocus }: StepHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Title order={2} ref={heading} tabIndex={-1} className={classes.heading}>
      {children}
    </Title>
  )
}
