// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * A GPIO chip whose lines are wired to contacts, for the tests: what gpio-sim
 * cannot be, because there no line answers another. A contact joins a line,
 * through a diode, to another line or to ground. An input reads low if a closed
 * contact joins it to ground or to an output that is low, else high if it was
 * given its pull-up; without, it reads low, as a closed contact would.
 *
 * In /sys/devices/platform/contacts.0: "contact" takes "FROM TO CLOSED" (TO -1 is
 * ground), "falls" says how often each line was driven from high to low, and
 * "pulses" in how many of these the line came back high.
 */
#include <linux/gpio/driver.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/pinctrl/pinconf-generic.h>
#include <linux/platform_device.h>

#define LINES 64

static unsigned int lag_us = 10;
module_param(lag_us, uint, 0444);
MODULE_PARM_DESC(lag_us, "until an input that nothing pulls low any more reads high");

struct contacts {
	struct gpio_chip chip;
	raw_spinlock_t lock;
	u64 output, high, pulled;	/* bit i is line i */
	u64 was_low;			/* outputs that were low before the last change */
	ktime_t changed;
	u64 ground;
	u64 joined[LINES];		/* to which lines a line's contacts lead */
	unsigned int falls[LINES], pulses[LINES];
	const char *names[LINES];
};

static bool level(struct contacts *c, unsigned int line)
{
	u64 low = c->output & ~c->high;

	if (c->output & BIT_ULL(line))
		return c->high & BIT_ULL(line);
	if (ktime_us_delta(ktime_get(), c->changed) < lag_us)
		low |= c->was_low;
	if (c->ground & BIT_ULL(line) || c->joined[line] & low)
		return false;
	return c->pulled & BIT_ULL(line);
}

static void drive(struct contacts *c, u64 mask, u64 bits)
{
	u64 low = c->output & ~c->high;
	unsigned int i;

	for (i = 0; i < LINES; i++) {
		u64 bit = BIT_ULL(i);

		if (!(mask & c->output & bit) || !((c->high ^ bits) & bit))
			continue;
		if (bits & bit)
			c->pulses[i] = c->falls[i];
		else
			c->falls[i]++;
	}
	c->was_low = low;
	c->changed = ktime_get();
	c->high = (c->high & ~mask) | (bits & mask);
}

/* An output becomes an input; driven low again it falls again. */
static void let_go(struct contacts *c, u64 bit)
{
	c->was_low = c->output & ~c->high;
	c->changed = ktime_get();
	c->output &= ~bit;
	c->high |= bit;
}

static int contacts_get_direction(struct gpio_chip *chip, unsigned int line)
{
	struct contacts *c = gpiochip_get_data(chip);

	return c->output & BIT_ULL(line) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int contacts_direction_input(struct gpio_chip *chip, unsigned int line)
{
	struct contacts *c = gpiochip_get_data(chip);

	guard(raw_spinlock_irqsave)(&c->lock);
	let_go(c, BIT_ULL(line));
	return 0;
}

static int contacts_direction_output(struct gpio_chip *chip, unsigned int line, int value)
{
	struct contacts *c = gpiochip_get_data(chip);

	guard(raw_spinlock_irqsave)(&c->lock);
	c->output |= BIT_ULL(line);
	drive(c, BIT_ULL(line), value ? BIT_ULL(line) : 0);
	return 0;
}

static int contacts_get(struct gpio_chip *chip, unsigned int line)
{
	struct contacts *c = gpiochip_get_data(chip);

	guard(raw_spinlock_irqsave)(&c->lock);
	return level(c, line);
}

static int contacts_get_multiple(struct gpio_chip *chip, unsigned long *mask, unsigned long *bits)
{
	struct contacts *c = gpiochip_get_data(chip);
	unsigned int i;

	guard(raw_spinlock_irqsave)(&c->lock);
	for_each_set_bit(i, mask, LINES)
		__assign_bit(i, bits, level(c, i));
	return 0;
}

static void contacts_set(struct gpio_chip *chip, unsigned int line, int value)
{
	struct contacts *c = gpiochip_get_data(chip);

	guard(raw_spinlock_irqsave)(&c->lock);
	drive(c, BIT_ULL(line), value ? BIT_ULL(line) : 0);
}

static void contacts_set_multiple(struct gpio_chip *chip, unsigned long *mask, unsigned long *bits)
{
	struct contacts *c = gpiochip_get_data(chip);

	guard(raw_spinlock_irqsave)(&c->lock);
	drive(c, *mask, *bits);
}

static int contacts_set_config(struct gpio_chip *chip, unsigned int line, unsigned long config)
{
	struct contacts *c = gpiochip_get_data(chip);

	guard(raw_spinlock_irqsave)(&c->lock);
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
		c->pulled |= BIT_ULL(line);
		return 0;
	case PIN_CONFIG_BIAS_DISABLE:
	case PIN_CONFIG_BIAS_PULL_DOWN:
		c->pulled &= ~BIT_ULL(line);
		return 0;
	default:
		return -ENOTSUPP;
	}
}

/* A line that is given back keeps neither its direction nor its pull-up. */
static void contacts_free(struct gpio_chip *chip, unsigned int line)
{
	struct contacts *c = gpiochip_get_data(chip);

	guard(raw_spinlock_irqsave)(&c->lock);
	c->output &= ~BIT_ULL(line);
	c->pulled &= ~BIT_ULL(line);
}

static ssize_t contact_store(struct device *dev, struct device_attribute *attr, const char *text, size_t count)
{
	struct contacts *c = dev_get_drvdata(dev);
	int from, to, closed;
	u64 *set, bit;

	if (sscanf(text, "%d %d %d", &from, &to, &closed) != 3 ||
	    from < 0 || from >= LINES || to < -1 || to >= LINES)
		return -EINVAL;
	set = to < 0 ? &c->ground : &c->joined[from];
	bit = BIT_ULL(to < 0 ? from : to);
	guard(raw_spinlock_irqsave)(&c->lock);
	*set = closed ? *set | bit : *set & ~bit;
	return count;
}
static DEVICE_ATTR_WO(contact);

static ssize_t list(const unsigned int *counts, char *text)
{
	int i, at = 0;

	for (i = 0; i < LINES; i++)
		at += sysfs_emit_at(text, at, "%u%c", counts[i], i < LINES - 1 ? ' ' : '\n');
	return at;
}

static ssize_t falls_show(struct device *dev, struct device_attribute *attr, char *text)
{
	return list(((struct contacts *)dev_get_drvdata(dev))->falls, text);
}
static DEVICE_ATTR_RO(falls);

static ssize_t pulses_show(struct device *dev, struct device_attribute *attr, char *text)
{
	return list(((struct contacts *)dev_get_drvdata(dev))->pulses, text);
}
static DEVICE_ATTR_RO(pulses);

static struct attribute *contacts_attrs[] = {
	&dev_attr_contact.attr, &dev_attr_falls.attr, &dev_attr_pulses.attr, NULL,
};
ATTRIBUTE_GROUPS(contacts);

static int contacts_probe(struct platform_device *dev)
{
	struct contacts *c = devm_kzalloc(&dev->dev, sizeof(*c), GFP_KERNEL);
	unsigned int i;

	if (!c)
		return -ENOMEM;
	for (i = 0; i < LINES; i++)
		c->names[i] = devm_kasprintf(&dev->dev, GFP_KERNEL, "CONTACT%u", i);
	raw_spin_lock_init(&c->lock);
	c->chip = (struct gpio_chip) {
		.label = "contacts", .parent = &dev->dev, .owner = THIS_MODULE, .base = -1,
		.ngpio = LINES, .names = c->names,
		.free = contacts_free, .get_direction = contacts_get_direction,
		.direction_input = contacts_direction_input, .direction_output = contacts_direction_output,
		.get = contacts_get, .get_multiple = contacts_get_multiple,
		.set = contacts_set, .set_multiple = contacts_set_multiple, .set_config = contacts_set_config,
	};
	platform_set_drvdata(dev, c);
	return devm_gpiochip_add_data(&dev->dev, &c->chip, c);
}

static struct platform_driver contacts_driver = {
	.probe = contacts_probe,
	.driver = { .name = "contacts", .dev_groups = contacts_groups },
};

static struct platform_device *device;

static int __init contacts_init(void)
{
	int err = platform_driver_register(&contacts_driver);

	if (err)
		return err;
	device = platform_device_register_simple("contacts", 0, NULL, 0);
	if (IS_ERR(device)) {
		platform_driver_unregister(&contacts_driver);
		return PTR_ERR(device);
	}
	return 0;
}
module_init(contacts_init);

static void __exit contacts_exit(void)
{
	platform_device_unregister(device);
	platform_driver_unregister(&contacts_driver);
}
module_exit(contacts_exit);

MODULE_DESCRIPTION("GPIO lines wired to contacts, for tests");
MODULE_LICENSE("Dual MIT/GPL");
