import { useDeferredValue } from 'react'

/**
 * Whether to draw a large part whose data has arrived. React would render all of it in one task, because the data comes from a store;
 * this becomes true in a rendering of its own, in small steps, between which touches are answered.
 */
export const useRenderedInSteps = (hasData: boolean): boolean => useDeferredValue(hasData) && hasData
