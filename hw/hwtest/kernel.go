package hwtest

// KernelArgs are what Linux is told in every emulated machine of the tests. It does not test its timer: where the
// emulator gets no processor time meanwhile it panics ("IO-APIC + timer doesn't work", seen once at a load of 16).
const KernelArgs = "console=ttyS0 quiet panic=-1 no_timer_check mitigations=off"
