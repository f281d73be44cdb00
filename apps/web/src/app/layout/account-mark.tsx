import { useAccount } from '../account-data.ts'
import classes from './account-mark.module.css'

/** Whose account this is: its logo and its name. */
export const AccountMark = () => {
  const account = useAccount()
  if (account === null) return <div className={classes.mark} />
  return (
    <div className={classes.mark}>
      {account.logoImageUrlSmall !== null && <img className={classes.logo} src={account.logoImageUrlSmall} alt="" />}
      <span className={classes.name} title={account.name}>
        {account.name}
      </span>
    </div>
  )
}
