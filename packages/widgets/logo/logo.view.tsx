import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'
import classes from './logo.module.css'
import { wordmarkEms } from './wordmark.ts'

declare module 'react' {
  interface CSSProperties {
    /** width that a line of the name needs, in em */
    '--ems'?: number
  }
}

const LogoView = ({ data }: WidgetViewProps) => {
  const { name = '', logoUrl = null } = data.account ?? {}
  return (
    <div className={classes.logo}>
      {logoUrl === null ? (
        <span className={classes.name} style={{ '--ems': wordmarkEms(name) }}>
          {name}
        </span>
      ) : (
        <img src={logoUrl} alt={name} />
      )}
    </div>
  )
}

export const view: WidgetView = { View: LogoView, skeleton: 'block', frame: 'bare' }
