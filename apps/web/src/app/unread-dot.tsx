import classes from './unread-dot.module.css'

export const UnreadDot = () => <span className={classes.dot} role="img" aria-label="Unread" />
