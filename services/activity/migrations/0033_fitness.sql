-- What the calculation of the shown emissions marks, as bits: bit n stands for the mark with the number n of FitnessMark.
-- Null without a result, and for results of earlier versions. It has no index, because results change it (ADR 0026).
-- Later kinds of record call it after complete_record_table.
create procedure add_fitness(target text)
language plpgsql as $$
begin
  execute format('alter table %I add column fitness int,
    add constraint %I check (fitness is null or (fitness >= 0 and calculation_status <> ''failed''))',
    target, target || '_fitness');
end
$$;
call add_fitness('purchases');
call add_fitness('wastes');
call add_fitness('invoices');
call add_fitness('waste_water_treatments');
call add_fitness('hotel_stays');
