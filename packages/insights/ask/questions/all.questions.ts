import { lookupTable } from '#domain/lookup-table.ts'
import { AMBIGUOUS_QUESTIONS } from './ambiguous.questions.ts'
import { CLASS_QUESTIONS } from './classes.questions.ts'
import { CLUB_QUESTIONS, TASTING_QUESTIONS } from './clubs.questions.ts'
import { CUSTOMER_QUESTIONS } from './customers.questions.ts'
import { DATE_QUESTIONS } from './dates.questions.ts'
import { EVERYDAY_QUESTIONS } from './everyday.questions.ts'
import { FIRST_SIGHT_QUESTIONS } from './first-sight.questions.ts'
import { HELD_OUT_QUESTIONS } from './held-out.questions.ts'
import { ORDER_QUESTIONS } from './orders.questions.ts'
import { PRODUCT_QUESTIONS } from './products.questions.ts'
import type { Question } from './question-core.fixture.ts'
import { REFUSED_QUESTIONS } from './refused.questions.ts'
import { SALES_QUESTIONS } from './sales.questions.ts'

export const QUESTIONS_BY_THEME: Readonly<Record<string, readonly Question[]>> = lookupTable({
  sales: SALES_QUESTIONS,
  orders: ORDER_QUESTIONS,
  products: PRODUCT_QUESTIONS,
  customers: CUSTOMER_QUESTIONS,
  clubs: CLUB_QUESTIONS,
  tastings: TASTING_QUESTIONS,
  dates: DATE_QUESTIONS,
  unmatchedComparison: REFUSED_QUESTIONS,
  'held out': HELD_OUT_QUESTIONS,
  'first sight': FIRST_SIGHT_QUESTIONS,
  ambiguous: AMBIGUOUS_QUESTIONS,
  classes: CLASS_QUESTIONS,
  everyday: EVERYDAY_QUESTIONS,
})

export const ALL_QUESTIONS: readonly Question[] = Object.values(QUESTIONS_BY_THEME).flat()
