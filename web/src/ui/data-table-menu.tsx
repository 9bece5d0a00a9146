import { ActionIcon, Checkbox, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { Density } from '#ui/data-table-props.ts'

interface MenuProps {
  /** The columns that can be hidden. */
  columns: { key: string; title: string }[]
  hidden: string[]
  onHidden: (keys: string[]) => void
  density: Density
  onDensity: (density: Density) => void
}

/** The menu of a table on desktops: the visible columns and the density of rows. */
export function DataTableMenu({ columns, hidden, onHidden, density, onDensity }: MenuProps) {
  const shown = columns.map((column) => column.key).filter((key) => !hidden.includes(key))
  return (
    <Popover position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label="Atur tampilan tabel">
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="Kerapatan baris"
            value={density}
            onChange={(value) => onDensity(value === 'tight' ? 'tight' : 'normal')}
            data={[
              { value: 'normal', label: 'Lega' },
              { value: 'tight', label: 'Rapat' },
            ]}
          />
          <Text size="xs" fw={650} c="dimmed">
            Kolom
          </Text>
          <Checkbox.Group
            value={shown}
            onChange={(keys) => onHidden(columns.map((column) => column.key).filter((key) => !keys.includes(key)))}
          >
            <Stack gap={8}>
              {columns.map((column) => (
                <Checkbox key={column.key} value={column.key} label={column.title} size="sm" />
              ))}
            </Stack>
          </Checkbox.Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
