import type pg from 'pg'

/** Whether anybody has registered. Over all accounts, before there is a caller. */
export const hasAccounts = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query('select from accounts limit 1')
  return (rowCount ?? 0) > 0
}
