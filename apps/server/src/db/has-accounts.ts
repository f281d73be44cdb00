import type pg from 'pg'

/** Whether any account exists. Queries all accounts, since there is no caller yet. */
export const hasAccounts = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query('select from accounts limit 1')
  return (rowCount ?? 0) > 0
}
