import { lazy, Suspense } from 'react'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'
import classes from './text.module.css'

// Few dashboards have text, so the Markdown parser is loaded on demand.
const MarkdownText = lazy(() => import('./markdown-text.tsx').then((m) => ({ default: m.MarkdownText })))

const TextView = ({ settings }: WidgetViewProps) => {
  const text = typeof settings.text === 'string' ? settings.text.trim() : ''
  if (text === '') return <p className={classes.empty}>Write the text of this tile in its settings.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.text} tabIndex={0}>
      <Suspense fallback={null}>
        <MarkdownText text={text} />
      </Suspense>
    </section>
  )
}

export const view: WidgetView = { View: TextView, skeleton: 'block', frame: 'bare', isStatic: true }
