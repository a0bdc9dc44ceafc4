// pio.mjs: steps the state machines of PIO 0 in the time of the chip. The emulator's own way runs them on the clock of the wall.
export function pace(rp, nanosPerCycle) {
  const pio = rp.pio[0];
  const due = pio.machines.map((machine) => {
    const step = () => {
      const before = machine.cycles;
      machine.step();
      pio.checkChangedPins();
      if (machine.enabled && !machine.waiting) alarm.schedule(cycle() * Math.max(1, machine.cycles - before));
    };
    const cycle = () => nanosPerCycle() * (machine.clockDivInt + machine.clockDivFrac / 256);
    const alarm = rp.clock.createAlarm(step), write = machine.writeFIFO.bind(machine);
    machine.writeFIFO = (value) => { // ends a wait for data
      const waited = machine.waiting, before = machine.cycles;
      write(value);
      pio.checkChangedPins();
      if (waited && !machine.waiting) alarm.schedule(cycle() * (1 + machine.cycles - before));
    };
    return () => { if (machine.enabled) alarm.schedule(cycle()); };
  });
  pio.run = () => due.forEach((begin) => begin());
}
