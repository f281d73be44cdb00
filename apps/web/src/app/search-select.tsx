import { Select, type SelectProps } from '@mantine/core'

/** A list to choose from that is narrowed by typing; what is typed takes the place of the present choice's name. */
export const SearchSelect = (props: SelectProps) => (
  <Select searchable allowDeselect={false} onClick={({ currentTarget }) => currentTarget.select()} {...props} />
)
