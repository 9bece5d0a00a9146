import { Select } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from '#features/system/locations/location-fields.module.css'
import { citiesQuery, districtsQuery, provincesQuery } from '#features/system/locations/locations.api.ts'

/** Ids as text, because selects require text; empty if nothing is selected. */
export interface Location {
  provinceid: string
  cityid: string
  districtid: string
}

interface LocationFieldsProps {
  value: Location
  onChange: (place: Location) => void
  errors?: { [Level in keyof Location]?: ReactNode }
}

/** Three selects: province, city, district. Each select offers only the places within the selection of the previous select. */
export function LocationFields({ value, onChange, errors = {} }: LocationFieldsProps) {
  const provinces = useQuery({
    ...provincesQuery,
    select: (all) => all.map(({ provinceid, provincename }) => ({ value: `${provinceid}`, label: provincename })),
  })
  const cities = useQuery({
    ...citiesQuery(value.provinceid),
    select: (all) => all.map(({ cityid, cityname }) => ({ value: `${cityid}`, label: cityname })),
  })
  const districts = useQuery({
    ...districtsQuery(value.cityid),
    select: (all) => all.map(({ districtid, districtname }) => ({ value: `${districtid}`, label: districtname })),
  })
  return (
    <>
      <LevelField
        label="Provinsi"
        name="provinceid"
        choices={provinces}
        value={value.provinceid}
        onChange={(provinceid) => onChange({ provinceid, cityid: '', districtid: '' })}
        error={errors.provinceid}
      />
      <LevelField
        label="Kota/Kabupaten"
        name="cityid"
        choices={cities}
        needs={value.provinceid ? null : 'Pilih provinsi dahulu'}
        value={value.cityid}
        onChange={(cityid) => onChange({ ...value, cityid, districtid: '' })}
        error={errors.cityid}
      />
      <LevelField
        label="Kecamatan"
        name="districtid"
        choices={districts}
        needs={value.cityid ? null : 'Pilih kota dahulu'}
        value={value.districtid}
        onChange={(districtid) => onChange({ ...value, districtid })}
        error={errors.districtid}
      />
    </>
  )
}

interface LevelFieldProps {
  label: string
  name: keyof Location
  choices: UseQueryResult<{ value: string; label: string }[]>
  /** The placeholder while nothing is selected in the select before this one, such as 'Pilih provinsi dahulu'. */
  needs?: string | null
  value: string
  onChange: (value: string) => void
  error?: ReactNode
}

function LevelField({ label, name, choices, needs, value, onChange, error }: LevelFieldProps) {
  const loading = !needs && choices.isFetching && !choices.data
  return (
    <Select
      size="md"
      label={label}
      name={name}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      // The list of options itself scrolls, so that the field that receives the arrow keys controls the scroll container.
      withScrollArea={false}
      classNames={{ options: classes.options, option: classes.option }}
      placeholder={needs ?? (loading ? 'Memuat…' : `Pilih ${label.toLowerCase()}`)}
      nothingFoundMessage={choices.isError ? 'Daftar belum bisa dimuat' : loading ? 'Memuat…' : 'Tidak ditemukan'}
      disabled={Boolean(needs)}
      loading={loading}
      data={choices.data ?? []}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      // When the select is opened, a failed request is sent again.
      onDropdownOpen={() => choices.isError && void choices.refetch()}
      error={error ?? (choices.isError && !loading ? choices.error.message : null)}
    />
  )
}
