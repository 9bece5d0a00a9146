import { type MappingRow, mappingStatusWords } from '@lapak/contract/buying-list'
import { ActionIcon, Switch } from '@mantine/core'
import { IconBuildingStore, IconTrash, IconZzz } from '@tabler/icons-react'
import classes from '#features/buying-list/mapping.module.css'
import type { MappingActions } from '#features/buying-list/use-mapping-actions.ts'
import { StatusBadge } from '#ui/status-badge.tsx'

interface PartProps {
  row: MappingRow
  actions: MappingActions
}

export function StatusSwitch({ row, actions }: PartProps) {
  return (
    <Switch
      className={classes.switch}
      checked={row.status}
      disabled={actions.busy(row)}
      label={mappingStatusWords[row.status ? 1 : 0]}
      aria-label={`${mappingStatusWords[row.status ? 1 : 0]}: ${row.productname} dari ${row.sellername}`}
      onChange={() => actions.askSwitch(row)}
    />
  )
}

export function RemoveButton({ row, actions }: PartProps) {
  return (
    <ActionIcon
      color="red"
      aria-label={`Hapus ${row.productname} dari ${row.sellername}`}
      loading={actions.busy(row)}
      onClick={() => actions.askRemove(row)}
    >
      <IconTrash size={18} />
    </ActionIcon>
  )
}

export function ShopState({ open }: { open: boolean }) {
  return open ? (
    <StatusBadge colour="green" icon={IconBuildingStore} word="Buka" />
  ) : (
    <StatusBadge colour="gray" icon={IconZzz} word="Tutup" />
  )
}
