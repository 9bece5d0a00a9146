import {
  type ColumnRole,
  columnRoleNames,
  columnRoles,
  type NumberStyle,
  numberStyles,
  type UnknownHead,
  unknownHead,
} from '@lapak/contract/funds/bank-statements'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import classes from '#features/funds/bank-statements/statement.module.css'
import { ApiError } from '#lib/api-error.ts'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'

/** What each column of a file means, as an administrator selected it. */
export interface ConfirmedMapping {
  roles: readonly ColumnRole[]
  number: NumberStyle
}

/** The header of a file that the server refused because it does not know the format; null for other errors. */
export function unknownHeaderOf(error: Error | null): UnknownHead | null {
  if (!(error instanceof ApiError) || error.code !== 'statement.head_unknown') return null
  const read = unknownHead.safeParse(error.body.kolom)
  return read.success ? read.data : null
}

const choices = columnRoleNames.map((value) => ({ value, label: columnRoles[value] }))
const styles = Object.entries(numberStyles).map(([value, label]) => ({ value, label }))
/** The number of sample values below a column. */
const valuesShown = 3

interface Props {
  head: UnknownHead
  first: ConfirmedMapping | undefined
  isSending: boolean
  onSay: (mapping: ConfirmedMapping) => void
}

/** The columns of the file with their first values, and a select for the meaning of each. */
export function ColumnMapping({ head, first, isSending, onSay }: Props) {
  const [roles, setRoles] = useState<(ColumnRole | null)[]>(() => [...(first?.roles ?? head.roles)])
  const [number, setNumber] = useState<NumberStyle>(first?.number ?? 'dot')
  const chosenRoles = roles.flatMap((role) => role ?? [])
  return (
    <Stack gap="sm" component="section" aria-label="Pemetaan kolom">
      <Text size="sm">
        Judul kolom ditemukan di baris {head.line}. Pilih isi tiap kolom; pemetaan ini diingat untuk bank ini begitu filenya disimpan.
      </Text>
      <RowList aria-label="Kolom">
        {head.columns.map((column, at) => {
          const name = column || `Kolom ${at + 1}`
          return (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two may have one name.
              key={at}
              actions={
                <NativeSelect
                  aria-label={`Isi kolom ${name}`}
                  size="sm"
                  data={[{ value: '', label: 'Pilih…' }, ...choices]}
                  value={roles[at] ?? ''}
                  disabled={isSending}
                  onChange={({ currentTarget: { value } }) => setRoles(roles.with(at, value === '' ? null : (value as ColumnRole)))}
                />
              }
            >
              <Text size="sm" className={classes.text}>
                {name}
              </Text>
              <RowFacts>
                {head.sample.slice(0, valuesShown).flatMap((cells, nth) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: values have no names, and stay where they are.
                  cells[at] ? [<span key={nth}>{cells[at]}</span>] : [],
                )}
              </RowFacts>
            </Row>
          )
        })}
      </RowList>
      <Group align="flex-end" justify="space-between" gap="xs">
        <NativeSelect
          label="Bentuk angka"
          size="sm"
          data={styles}
          value={number}
          disabled={isSending}
          onChange={({ currentTarget: { value } }) => setNumber(value as NumberStyle)}
        />
        <Button
          variant="default"
          disabled={chosenRoles.length < roles.length}
          loading={isSending}
          onClick={() => onSay({ roles: chosenRoles, number })}
        >
          Baca dengan pemetaan ini
        </Button>
      </Group>
    </Stack>
  )
}
